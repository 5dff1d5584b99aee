import { useLocale, useTranslations } from 'use-intl'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { formatDay, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import type { RevisionDetails } from '../api.ts'

/** The cost of the customer's own year before and after a change of prices. */
export function RevisedYear({ year }: Pick<RevisionDetails, 'year'>) {
  const t = useTranslations('revisions')
  const locale = useLocale()
  if (!year) return <p className="note">{t('year.unknown')}</p>
  const { basis, start, end, kwh, before, after } = year
  const money = (euros: number) => formatMoney(Math.round(euros * 100), locale)
  const change = after - before
  const direction = change > 0 ? 'more' : change < 0 ? 'less' : 'same'
  return (
    <>
      <SummaryCard label={t('year.title')} figure={t(`notice.${direction}`, { amount: money(Math.abs(change)) })}>
        {t(`year.basis.${basis}`, {
          first: formatDay(start, locale),
          last: formatDay(end, locale),
          energy: formatEnergy(kwh * 1000, locale),
        })}
      </SummaryCard>
      <DescriptionList layout="pairs">
        <DescriptionItem label={t('priceTable.before')}>{money(before)}</DescriptionItem>
        <DescriptionItem label={t('priceTable.after')}>{money(after)}</DescriptionItem>
      </DescriptionList>
    </>
  )
}
