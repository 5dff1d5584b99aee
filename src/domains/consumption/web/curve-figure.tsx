import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { formatDay, formatMonth } from '#vocabulary/format.ts'
import type { ConsumptionCurve } from '../consumption-curve.ts'
import { summarizeConsumption } from '../summary.ts'
import { buildCurveChart, chooseUnit } from './curve-chart.ts'
import { CurveDownloads } from './curve-downloads.tsx'
import { type DrillDownView, findDrillDownView } from './drill-down-view.ts'
import { findClockChange, spanOf } from './interval-names.ts'
import { SummarySentence } from './summary-sentence.tsx'
import { useCurveTexts } from './use-curve-texts.ts'

type CurveFigureProps = {
  contractId: number
  curve: ConsumptionCurve
  /** The curve of the year before, if it is compared. */
  before: ConsumptionCurve | null
  hasReactive: boolean
  periodCount: 3 | 6
  onDrillDown: (view: DrillDownView) => void
}

/** Shows a curve with its description, its table and its files. Selecting a bar zooms in on it. */
export function CurveFigure({ contractId, curve, before, hasReactive, periodCount, onDrillDown }: CurveFigureProps) {
  const t = useTranslations('consumption')
  const locale = useLocale()
  const texts = useCurveTexts(periodCount)
  const data = useMemo(
    () => buildCurveChart({ curve, before, hasReactive, periodCount, locale, texts }),
    [curve, before, hasReactive, periodCount, locale, texts],
  )
  const curveSummary = useMemo(() => summarizeConsumption({ curve, before, periodCount }), [curve, before, periodCount])
  const unit = useMemo(() => chooseUnit(curve, locale), [curve, locale])

  const openLabel = ({ type, range: { start } }: DrillDownView) =>
    type === 'daily'
      ? t('closer.daily', { month: formatMonth(start, locale, 'long') })
      : t(`closer.${type}`, { day: formatDay(start, locale) })

  const clockChange = findClockChange(curve)
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
    texts.gaps({ missing: curveSummary.missingHours, estimated: curveSummary.estimatedHours }),
    curve.dataUntil && t('until', { day: formatDay(curve.dataUntil, locale) }),
  ]
  return (
    <BarChart
      title={t(`titles.${hasOnlyHours ? 'hourly' : curve.type}`)}
      summary={<SummarySentence curve={curve} summary={curveSummary} unit={unit} periodCount={periodCount} />}
      data={data}
      linkOf={(stretch) => {
        const view = findDrillDownView(curve, spanOf(curve, stretch))
        return view && { label: openLabel(view), open: () => onDrillDown(view) }
      }}
      actions={(saveImage) => <CurveDownloads contractId={contractId} curve={curve} saveImage={saveImage} />}
      note={notes.filter(Boolean).join(' ')}
    />
  )
}
