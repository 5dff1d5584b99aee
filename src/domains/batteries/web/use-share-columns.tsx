import { useLocale, useTranslations } from 'use-intl'
import type { Column } from '#kit/web/list/table.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { type Share, shareStatusOn } from '../rules.ts'
import type { ShareModel } from './parse-share.ts'
import { ShareStatusBadge } from './share-status-badge.tsx'

type ListedShare = Share & Pick<ShareModel, 'isApplied' | 'isOrigin'>

/** Returns the table columns of a share, for both the shares of a contract and those of a battery. */
export function useShareColumns(today: string) {
  const t = useTranslations('batteries')
  const locale = useLocale()
  return {
    percentage: {
      key: 'percentage',
      header: t('columns.percentage'),
      kind: 'number',
      listPosition: 'titleEnd',
      cell: ({ percentage }) => `${formatDecimal(percentage, locale)}\u00a0%`,
    },
    days: {
      key: 'days',
      header: t('columns.days'),
      listPosition: 'second',
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
      listPosition: 'note',
      cell: ({ isApplied, isOrigin }) =>
        [t(isApplied ? 'uses.applied' : 'uses.kept'), ...(isOrigin ? [t('uses.origin')] : [])].join(' · '),
    },
    status: {
      key: 'status',
      header: t('columns.status'),
      listPosition: 'note',
      cell: (share) => <ShareStatusBadge status={shareStatusOn(share, today)} />,
    },
  } satisfies Record<string, Column<ListedShare>>
}
