import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '#kit/web/link.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import type { ReadWallet } from './read-wallet.ts'
import { useShareColumns } from './use-share-columns.tsx'

type WalletSharesProps = { shares: ReadWallet['shares']; today: string }

/** The contracts that have a share of a wallet, each with the way to where it is changed. */
export function WalletShares({ shares, today }: WalletSharesProps) {
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

function useColumns(today: string): Column<ReadWallet['shares'][number]>[] {
  const t = useTranslations('batteries')
  const { percentage, days, use, standing } = useShareColumns(today)
  return [
    {
      key: 'contract',
      header: t('wallet.contract'),
      kind: 'name',
      place: 'title',
      cell: ({ contract, address }) => (
        <Link href={`/contracts/electricity/${encodeURIComponent(contract)}#wallet`}>{address}</Link>
      ),
    },
    percentage,
    days,
    use,
    standing,
  ]
}
