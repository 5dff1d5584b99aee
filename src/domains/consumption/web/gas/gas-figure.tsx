import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import type { ChartData } from '#kit/web/chart/chart-data.ts'
import { lastOfMonth } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { type ConsumptionCurve, dayOf } from '../../consumption-curve.ts'
import { downloadGasConsumption, gasDownloadFormats } from '../../gas-api.ts'
import type { CurveRange } from '../../rules.ts'
import { summarizeConsumption } from '../../summary.ts'
import { buildCurveChart, chooseUnit } from '../curve-chart.ts'
import { DownloadPopover } from '../download-popover.tsx'
import { SummarySentence } from '../summary-sentence.tsx'
import { useCurveTexts } from '../use-curve-texts.ts'
import type { GasView } from './parse-gas-consumption.ts'

// Gas has no tariff periods; with three, the description has no most expensive period.
const periodCount = 3

type GasFigureProps = {
  contractId: number
  gas: GasView
  before: ConsumptionCurve | null
  /** The range in the address; undefined for the latest. */
  range: CurveRange | undefined
}

/** Shows invoiced gas by month, with its description, its table and its files. */
export function GasFigure({ contractId, gas, before, range }: GasFigureProps) {
  const { curve } = gas
  const t = useTranslations('consumption')
  const locale = useLocale()
  const data = useGasChart(gas, before)
  const curveSummary = useMemo(() => summarizeConsumption({ curve, before, periodCount }), [curve, before])
  const unit = useMemo(() => chooseUnit(curve, locale), [curve, locale])
  const billedUntil = findLastBilledDay(gas)
  return (
    <BarChart
      title={t('gas.chart')}
      summary={<SummarySentence curve={curve} summary={curveSummary} unit={unit} periodCount={periodCount} />}
      data={data}
      actions={(saveImage) => <GasDownloads contractId={contractId} range={range} saveImage={saveImage} />}
      note={billedUntil && t('gas.until', { day: formatDay(billedUntil, locale) })}
    />
  )
}

/** Returns the chart of the months, with the notes for each. */
function useGasChart({ curve, months }: GasView, before: ConsumptionCurve | null): ChartData {
  const t = useTranslations('consumption.gas')
  const locale = useLocale()
  const texts = useCurveTexts(periodCount)
  return useMemo(() => {
    const data = buildCurveChart({ curve, before, hasReactive: false, periodCount, locale, texts })
    return {
      ...data,
      noteOf: ({ first, last }) => {
        const within = months.slice(first, last + 1)
        const missing = within.reduce((sum, { missingDays }) => sum + missingDays, 0)
        const notes = [
          missing > 0 && t('missing', { days: missing }),
          within.some(({ isShared }) => isShared) && t('shared'),
        ]
        return notes.filter(Boolean).join(' ') || null
      },
    }
  }, [curve, months, before, locale, texts, t])
}

/** Returns the last day of the latest month that is fully invoiced; null if there is none. */
function findLastBilledDay({ curve, months }: GasView): string | null {
  const last = months.findLastIndex(
    ({ missingDays }, index) => missingDays === 0 && curve.usedWh[0]!.values[index] !== null,
  )
  return last < 0 ? null : lastOfMonth(dayOf(curve.starts[last]!))
}

type GasDownloadsProps = Pick<GasFigureProps, 'contractId' | 'range'> & { saveImage?: () => void }

function GasDownloads({ contractId, range, saveImage }: GasDownloadsProps) {
  const t = useTranslations('consumption.gas.download')
  return (
    <DownloadPopover saveImage={saveImage}>
      {gasDownloadFormats.map((format) => (
        <DownloadButton
          key={format}
          call={downloadGasConsumption}
          params={{ gasContractId: String(contractId) }}
          query={{ ...range, format }}
        >
          {t(format)}
        </DownloadButton>
      ))}
    </DownloadPopover>
  )
}
