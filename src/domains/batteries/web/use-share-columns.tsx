import { useLocale, useTranslations } from 'use-intl'
import type { Column } from '#kit/web/table.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { type Share, standingOn } from '../rules.ts'
import type { ReadShare } from './read-share.ts'
import { ShareStanding } from './share-standing.tsx'

type ToldShare = Share & Pick<ReadShare, 'isApplied' | 'isOrigin'>

/** What a table tells of a share, whether it is one of the shares of a contract or of those of a wallet. */
export function useShareColumns(today: string) {
  const t = useTranslations('batteries')
  const locale = useLocale()
  return {
    percentage: {
      key: 'percentage',
      header: t('columns.percentage'),
      kind: 'number',
      place: 'titleEnd',
      cell: ({ percentage }) => `${formatDecimal(percentage, locale)}\u00a0%`,
    },
    days: {
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
    use: {
      key: 'use',
      header: t('columns.use'),
      place: 'note',
      cell: ({ isApplied, isOrigin }) =>
        [t(isApplied ? 'uses.applied' : 'uses.kept'), ...(isOrigin ? [t('uses.origin')] : [])].join(' · '),
    },
    standing: {
      key: 'standing',
      header: t('columns.standing'),
      place: 'note',
      cell: (share) => <ShareStanding standing={standingOn(share, today)} />,
    },
  } satisfies Record<string, Column<ToldShare>>
}
