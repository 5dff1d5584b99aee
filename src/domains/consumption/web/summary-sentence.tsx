import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dayCount } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import { roundParts } from '#vocabulary/round-parts.ts'
import type { ConsumptionCurve } from '../consumption-curve.ts'
import { countMonths } from '../rules.ts'
import type { ConsumptionSummary } from '../summary.ts'
import type { EnergyUnit } from './energy-unit.ts'
import { minutesAt, spanOf } from './interval-names.ts'

type SummarySentenceProps = {
  curve: ConsumptionCurve
  summary: ConsumptionSummary
  unit: EnergyUnit
  periodCount: 3 | 6
}

/**
 * Describes a consumption chart in a sentence: how much, compared with the year before, at which prices, and when most.
 */
export function SummarySentence(props: SummarySentenceProps) {
  const sentences = useSentences(props)
  return sentences.map(({ key, text }, index) => (
    <span key={key}>
      {index > 0 && ' '}
      {text}
    </span>
  ))
}

const bold = (chunks: ReactNode) => <b>{chunks}</b>

function useSentences({ curve, summary, unit, periodCount }: SummarySentenceProps): { key: string; text: ReactNode }[] {
  const t = useTranslations('consumption.summary')
  const energies = formatEnergies(summary, unit)
  const used = useUsedText(curve, summary, energies.used)
  const busiest = useBusiestText(curve, summary, periodCount)
  const { share } = summary
  const sentences = [
    { key: 'used', text: used },
    {
      key: 'fedIn',
      text: energies.fedIn !== null && t.rich('fedIn', { energy: energies.fedIn, total: energies.total, b: bold }),
    },
    {
      key: 'share',
      text:
        share && t.rich(share.period === 1 ? 'share.dearest' : 'share.cheapest', { percent: share.percent, b: bold }),
    },
    { key: 'busiest', text: busiest },
  ]
  return sentences.filter(({ text }) => text)
}

/** Formats energy used, energy fed in and the difference so that they add up. */
function formatEnergies({ usedWh, fedInWh, totalWh }: ConsumptionSummary, { write, stepOf }: EnergyUnit) {
  if (fedInWh === null || totalWh === null) return { used: write(usedWh ?? 0), fedIn: null, total: '' }
  const step = stepOf(totalWh)
  const [used, fedIn] = roundParts([usedWh ?? 0, -fedInWh], step) as [number, number]
  return { used: write(used, step), fedIn: write(-fedIn || 0, step), total: write(totalWh, step) }
}

function useUsedText(
  { type, range: { start, end } }: ConsumptionCurve,
  { change }: ConsumptionSummary,
  energy: string,
) {
  const t = useTranslations('consumption.summary.used')
  const locale = useLocale()
  const values = {
    energy,
    change: !change ? 'none' : change.percent > 0 ? 'more' : change.percent < 0 ? 'less' : 'same',
    percent: Math.abs(change?.percent ?? 0),
    b: bold,
  }
  if (type === 'monthly') return t.rich('months', { ...values, count: countMonths({ start, end }) })
  if (dayCount(start, end) === 1) return t.rich('day', { ...values, day: formatDay(start, locale) })
  return t.rich('days', { ...values, first: formatDay(start, locale), last: formatDay(end, locale) })
}

function useBusiestText(curve: ConsumptionCurve, { busiest }: ConsumptionSummary, periodCount: 3 | 6): ReactNode {
  const t = useTranslations('consumption.summary.busiest')
  const locale = useLocale()
  if (!busiest || curve.type === 'monthly') return null
  const span = spanOf(curve, { first: busiest.index, last: busiest.index })
  if (span.kind === 'day') return t('day', { day: formatDay(span.day, locale) })
  if (span.kind !== 'clock') return null
  const values = {
    from: span.from,
    to: span.to,
    step: minutesAt(curve, busiest.index) < 60 ? 'quarter' : 'hour',
    passage: span.passage ?? 'only',
    period: (busiest.period && periodNameOf(busiest.period, periodCount)) || 'other',
  }
  const isOneDay = curve.range.start === curve.range.end
  return isOneDay ? t('clock', values) : t('clockOfDay', { ...values, day: formatDay(span.day, locale) })
}
