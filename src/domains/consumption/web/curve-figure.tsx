import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { formatDay, formatMonth } from '#vocabulary/format.ts'
import { factsOf } from '../summary.ts'
import type { ToldCurve } from '../told-curve.ts'
import { type CloserView, closerView } from './closer-view.ts'
import { curveChart, unitOf } from './curve-chart.ts'
import { CurveDownloads } from './curve-downloads.tsx'
import { clockChangeOf, spanOf } from './interval-names.ts'
import { SummarySentence } from './summary-sentence.tsx'
import { useCurveWords } from './use-curve-words.ts'

type CurveFigureProps = {
  contractId: number
  curve: ToldCurve
  /** A year before, where it is compared. */
  before: ToldCurve | null
  hasReactive: boolean
  periodCount: 3 | 6
  onCloser: (view: CloserView) => void
}

/** A curve with its sentence, its table and its files. Pressing a bar looks closer at it. */
export function CurveFigure({ contractId, curve, before, hasReactive, periodCount, onCloser }: CurveFigureProps) {
  const t = useTranslations('consumption')
  const locale = useLocale()
  const words = useCurveWords(periodCount)
  const data = useMemo(
    () => curveChart({ curve, before, hasReactive, periodCount, locale, words }),
    [curve, before, hasReactive, periodCount, locale, words],
  )
  const facts = useMemo(() => factsOf({ curve, before, periodCount }), [curve, before, periodCount])
  const unit = useMemo(() => unitOf(curve, locale), [curve, locale])

  const openLabel = ({ type, range: { start } }: CloserView) =>
    type === 'daily'
      ? t('closer.daily', { month: formatMonth(start, locale, 'long') })
      : t(`closer.${type}`, { day: formatDay(start, locale) })

  const clockChange = clockChangeOf(curve)
  const hasOnlyHours = curve.type === 'quarter-hourly' && curve.stepMinutes === 60
  const notes = [
    hasOnlyHours && t('onlyHours'),
    clockChange &&
      t(`clockChange.${clockChange.kind}`, {
        day: formatDay(clockChange.day, locale),
        from: clockChange.from,
        to: clockChange.to,
      }),
    data.strip && t(periodCount === 3 ? 'strip.words' : 'strip.numbers'),
    words.gaps({ missing: facts.missingHours, estimated: facts.estimatedHours }),
    curve.dataUntil && t('until', { day: formatDay(curve.dataUntil, locale) }),
  ]
  return (
    <BarChart
      title={t(`titles.${hasOnlyHours ? 'hourly' : curve.type}`)}
      summary={<SummarySentence curve={curve} facts={facts} unit={unit} periodCount={periodCount} />}
      data={data}
      openOf={(stretch) => {
        const view = closerView(curve, spanOf(curve, stretch))
        return view && { label: openLabel(view), go: () => onCloser(view) }
      }}
      actions={(saveImage) => <CurveDownloads contractId={contractId} curve={curve} saveImage={saveImage} />}
      note={notes.filter(Boolean).join(' ')}
    />
  )
}
