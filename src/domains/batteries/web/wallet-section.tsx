import { useLocale, useTranslations } from 'use-intl'
import { Figure } from '#kit/web/figure.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay, formatDecimal, formatMoney } from '#vocabulary/format.ts'
import { sumCents } from '#vocabulary/money.ts'
import { standingOn } from '../rules.ts'
import type { ReadShare } from './read-share.ts'
import { ShareStanding } from './share-standing.tsx'
import styles from './wallet-section.module.css'

/** The solar wallets in which a contract has a share: what they hold now, and what part of it the contract gets. */
export function WalletSection({ id, shares }: { id: string; shares: readonly ReadShare[] }) {
  const t = useTranslations('batteries')
  const locale = useLocale()
  const today = calendarDayOf(new Date(useBoot().now))
  const present = shares.filter((share) => standingOn(share, today) === 'active')
  const titleId = `${id}-title`

  return (
    <section id={id} className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      {present.length > 0 && (
        <div className={styles.balance}>
          <p className="soft">{t('available')}</p>
          <Figure text={formatMoney(sumCents(present.map(({ balanceCents }) => balanceCents)), locale)} size="medium" />
          <p>{t(present.every(({ isApplied }) => isApplied) ? 'appliedByItself' : 'keptAside')}</p>
        </div>
      )}
      <Table caption={t('table')} columns={useColumns(today)} rows={shares} rowKey={(share) => share.id} />
      {present.length < shares.length && <p className="note">{t('onlyWithinDates')}</p>}
    </section>
  )
}

function useColumns(today: string): Column<ReadShare>[] {
  const t = useTranslations('batteries')
  const locale = useLocale()
  return [
    { key: 'battery', header: t('columns.battery'), kind: 'name', place: 'title', cell: ({ battery }) => battery },
    {
      key: 'percentage',
      header: t('columns.percentage'),
      kind: 'number',
      place: 'titleEnd',
      cell: ({ percentage }) => `${formatDecimal(percentage, locale)}\u00a0%`,
    },
    {
      key: 'balance',
      header: t('columns.balance'),
      kind: 'number',
      place: 'secondEnd',
      cell: ({ balanceCents }) => formatMoney(balanceCents, locale),
    },
    {
      key: 'days',
      header: t('columns.days'),
      place: 'second',
      cell: ({ startsOn, endsOn }) =>
        endsOn
          ? t('fromTo', { first: formatDay(startsOn, locale), last: formatDay(endsOn, locale) })
          : t('since', { first: formatDay(startsOn, locale) }),
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
