import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import type { ChartData } from '#kit/web/chart/chart-data.ts'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { chart, download } from '#kit/web/icons.ts'
import { Popover } from '#kit/web/popover.tsx'
import { lastOfMonth } from '#vocabulary/day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { downloadGasConsumption, gasDownloadFormats } from '../../gas-api.ts'
import type { DayRange } from '../../rules.ts'
import { factsOf } from '../../summary.ts'
import { dayOf, type ToldCurve } from '../../told-curve.ts'
import { curveChart, unitOf } from '../curve-chart.ts'
import { SummarySentence } from '../summary-sentence.tsx'
import { useCurveWords } from '../use-curve-words.ts'
import type { GasView } from './read-gas.ts'

// Gas has no tariff periods; with three there is nothing to say of the dearest.
const periodCount = 3

type GasFigureProps = {
  contractId: number
  gas: GasView
  before: ToldCurve | null
  /** What the address asks for; undefined is the latest. */
  range: DayRange | undefined
}

/** What was invoiced of gas by month, with its sentence, its table and its files. */
export function GasFigure({ contractId, gas, before, range }: GasFigureProps) {
  const { curve } = gas
  const t = useTranslations('consumption')
  const locale = useLocale()
  const data = useGasChart(gas, before)
  const facts = useMemo(() => factsOf({ curve, before, periodCount }), [curve, before])
  const unit = useMemo(() => unitOf(curve, locale), [curve, locale])
  const billedUntil = lastBilledDay(gas)
  return (
    <BarChart
      title={t('gas.chart')}
      summary={<SummarySentence curve={curve} facts={facts} unit={unit} periodCount={periodCount} />}
      data={data}
      actions={(saveImage) => <GasDownloads contractId={contractId} range={range} saveImage={saveImage} />}
      note={billedUntil && t('gas.until', { day: formatDay(billedUntil, locale) })}
    />
  )
}

/** The chart of the months, with what is to be said of each. */
function useGasChart({ curve, months }: GasView, before: ToldCurve | null): ChartData {
  const t = useTranslations('consumption.gas')
  const locale = useLocale()
  const words = useCurveWords(periodCount)
  return useMemo(() => {
    const data = curveChart({ curve, before, hasReactive: false, periodCount, locale, words })
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
  }, [curve, months, before, locale, words, t])
}

/** The last day that is invoiced whole, as far as the months tell; null where the last of them is invoiced in part. */
function lastBilledDay({ curve, months }: GasView): string | null {
  const last = months.findLastIndex(
    ({ missingDays }, index) => missingDays === 0 && curve.usedWh[0]!.values[index] !== null,
  )
  return last < 0 ? null : lastOfMonth(dayOf(curve.starts[last]!))
}

type GasDownloadsProps = Pick<GasFigureProps, 'contractId' | 'range'> & { saveImage?: () => void }

function GasDownloads({ contractId, range, saveImage }: GasDownloadsProps) {
  const t = useTranslations('consumption')
  return (
    <Popover
      button={(props) => (
        <Button {...props} variant="second" isSmall icon={download}>
          {t('download.open')}
        </Button>
      )}
    >
      {(close) => (
        <div className="stack">
          {gasDownloadFormats.map((format) => (
            <DownloadButton
              key={format}
              call={downloadGasConsumption}
              params={{ gasContractId: String(contractId) }}
              query={{ ...range, format }}
            >
              {t(`gas.download.${format}`)}
            </DownloadButton>
          ))}
          {saveImage && (
            <Button
              variant="second"
              icon={chart}
              onClick={() => {
                close()
                saveImage()
              }}
            >
              {t('download.image')}
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}
