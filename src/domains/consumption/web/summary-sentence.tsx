import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dayCount } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import { roundedParts } from '#vocabulary/rounded-parts.ts'
import { monthCount } from '../rules.ts'
import type { ConsumptionFacts } from '../summary.ts'
import type { ToldCurve } from '../told-curve.ts'
import type { EnergyUnit } from './energy-unit.ts'
import { minutesAt, spanOf } from './interval-names.ts'

type SummarySentenceProps = { curve: ToldCurve; facts: ConsumptionFacts; unit: EnergyUnit; periodCount: 3 | 6 }

/** What a chart of consumption shows, in a few words: how much, against a year before, at which prices, and when most. */
export function SummarySentence(props: SummarySentenceProps) {
  const sentences = useSentences(props)
  return sentences.map(({ key, words }, index) => (
    <span key={key}>
      {index > 0 && ' '}
      {words}
    </span>
  ))
}

const bold = (chunks: ReactNode) => <b>{chunks}</b>

function useSentences({ curve, facts, unit, periodCount }: SummarySentenceProps): { key: string; words: ReactNode }[] {
  const t = useTranslations('consumption.summary')
  const energies = writtenEnergies(facts, unit)
  const used = useUsed(curve, facts, energies.used)
  const busiest = useBusiest(curve, facts, periodCount)
  const { share } = facts
  const sentences = [
    { key: 'used', words: used },
    {
      key: 'fedIn',
      words: energies.fedIn !== null && t.rich('fedIn', { energy: energies.fedIn, total: energies.total, b: bold }),
    },
    {
      key: 'share',
      words:
        share && t.rich(share.period === 1 ? 'share.dearest' : 'share.cheapest', { percent: share.percent, b: bold }),
    },
    { key: 'busiest', words: busiest },
  ]
  return sentences.filter(({ words }) => words)
}

/** What was used, what was fed in and what is left of both, written so that they add up. */
function writtenEnergies({ usedWh, fedInWh, totalWh }: ConsumptionFacts, { write, stepOf }: EnergyUnit) {
  if (fedInWh === null || totalWh === null) return { used: write(usedWh ?? 0), fedIn: null, total: '' }
  const step = stepOf(totalWh)
  const [used, fedIn] = roundedParts([usedWh ?? 0, -fedInWh], step) as [number, number]
  return { used: write(used, step), fedIn: write(-fedIn || 0, step), total: write(totalWh, step) }
}

function useUsed({ type, range: { start, end } }: ToldCurve, { change }: ConsumptionFacts, energy: string) {
  const t = useTranslations('consumption.summary.used')
  const locale = useLocale()
  const values = {
    energy,
    change: !change ? 'none' : change.percent > 0 ? 'more' : change.percent < 0 ? 'less' : 'same',
    percent: Math.abs(change?.percent ?? 0),
    b: bold,
  }
  if (type === 'monthly') return t.rich('months', { ...values, count: monthCount({ start, end }) })
  if (dayCount(start, end) === 1) return t.rich('day', { ...values, day: formatDay(start, locale) })
  return t.rich('days', { ...values, first: formatDay(start, locale), last: formatDay(end, locale) })
}

function useBusiest(curve: ToldCurve, { busiest }: ConsumptionFacts, periodCount: 3 | 6): ReactNode {
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
    period: (busiest.period && periodWord(busiest.period, periodCount)) || 'other',
  }
  const isOneDay = curve.range.start === curve.range.end
  return isOneDay ? t('clock', values) : t('clockOfDay', { ...values, day: formatDay(span.day, locale) })
}
