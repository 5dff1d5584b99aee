import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useCurveTexts } from '#domains/consumption/web/use-curve-texts.ts'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { centsOf } from '../cents.ts'
import { invoiceHoursQuery } from '../queries.ts'
import { buildHoursChart, sumCost } from './build-hours-chart.ts'

/** Draws what each hour of an invoice cost and used, and says which part of the invoice does not follow the hours. */
export function HoursChart({ number }: { number: string }) {
  const t = useTranslations('invoice-details.hours')
  const locale = useLocale()
  const { data: hours } = useSuspenseQuery(invoiceHoursQuery(useSend(), number))
  const periodCount = hours.period.some((period) => period !== null && period > 3) ? 6 : 3
  const texts = useCurveTexts(periodCount)
  const data = useMemo(
    () => buildHoursChart(hours, { periodCount, locale, texts, costAxis: t('cost'), energyAxis: t('energy') }),
    [hours, periodCount, locale, texts, t],
  )
  const costCents = Math.round(sumCost(hours) * 100)
  const missing = hours.energy.filter((kwh) => kwh === null).length
  const values = {
    cost: formatMoney(costCents, locale),
    other: formatMoney(centsOf(hours.other_amount), locale),
    energy: formatMoney(centsOf(hours.energy_amount), locale),
  }
  const isWhole = Math.abs(costCents - centsOf(hours.energy_amount)) <= toleratedCents
  return (
    <BarChart
      title={t('title')}
      summary={`${t('summary', values)} ${t('other', values)}`}
      data={data}
      note={[
        hours.follows_market && t('market'),
        missing > 0 && t('missing', { count: missing }),
        !isWhole && t('differs', values),
      ]
        .filter(Boolean)
        .join(' ')}
    />
  )
}

// The invoice rounds each line, and the hours do not.
const toleratedCents = 5
