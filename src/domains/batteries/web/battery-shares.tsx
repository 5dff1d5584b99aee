import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { contractAddress } from '#vocabulary/contract-address.ts'
import type { BatteryModel } from './parse-battery.ts'
import { useShareColumns } from './use-share-columns.tsx'

type BatterySharesProps = { shares: BatteryModel['shares']; today: string }

/** Lists the contracts that have a share in a battery, each with a link to where it is changed. */
export function BatteryShares({ shares, today }: BatterySharesProps) {
  const t = useTranslations('batteries')
  const titleId = useId()
  const columns = useColumns(today)
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('wallet.sharesTitle')}</h2>
      <Table
        caption={t('wallet.sharesTable')}
        columns={columns}
        rows={shares}
        rowKey={({ contract, startsOn }) => `${contract} ${startsOn}`}
      />
    </section>
  )
}

function useColumns(today: string): Column<BatteryModel['shares'][number]>[] {
  const t = useTranslations('batteries')
  const { percentage, days, use, status } = useShareColumns(today)
  return [
    {
      key: 'contract',
      header: t('wallet.contract'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ contract, address }) => (
        <Link href={`${contractAddress({ energy: 'electricity', name: contract })}#wallet`}>{address}</Link>
      ),
    },
    percentage,
    days,
    use,
    status,
  ]
}
