import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#kit/web/link.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { standingOn } from '../rules.ts'
import type { ReadWallet } from './read-wallet.ts'
import { ShareStanding } from './share-standing.tsx'

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
  const locale = useLocale()
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
    {
      key: 'percentage',
      header: t('columns.percentage'),
      kind: 'number',
      place: 'titleEnd',
      cell: ({ percentage }) => `${formatDecimal(percentage, locale)}\u00a0%`,
    },
    {
      key: 'days',
      header: t('columns.days'),
      place: 'second',
      cell: ({ startsOn, endsOn }) =>
        endsOn ? (
          t('fromTo', { first: formatDay(startsOn, locale), last: formatDay(endsOn, locale) })
        ) : (
          <span className="nowrap">{t('since', { first: formatDay(startsOn, locale) })}</span>
        ),
    },
    {
      key: 'use',
      header: t('columns.use'),
      place: 'note',
      cell: ({ isApplied, isOrigin }) =>
        [t(isApplied ? 'uses.applied' : 'uses.kept'), ...(isOrigin ? [t('uses.origin')] : [])].join(' · '),
    },
    {
      key: 'standing',
      header: t('columns.standing'),
      place: 'note',
      cell: (share) => <ShareStanding standing={standingOn(share, today)} />,
    },
  ]
}
