import type { Chart } from '#kit/server/pdf/bar-chart.ts'
import { formatDecimal, formatMonth } from '#vocabulary/format.ts'
import { roundedParts } from '#vocabulary/rounded-parts.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { DocumentPaper } from './document-paper.ts'
import { periodName } from './invoice-lines.ts'
import { totalWh } from './invoice-sentences.ts'
import type { BilledMonth } from './invoice-to-draw.ts'
import { fillOfPeriod, surplusFill } from './period-fills.ts'

/** The bars of the months up to the one that is billed, which comes last, with the sums of that one in the legend. */
export function consumptionChart(months: readonly BilledMonth[], paper: DocumentPaper): Chart {
  const { locale, say } = paper
  const unit = unitFor(months)
  const write = (wh: number) => formatDecimal(wh / unit.wh, locale, { decimals: unit.decimals })
  const labels = months.map(({ firstDay }, index) =>
    formatMonth(firstDay, locale, index === 0 || firstDay.slice(5, 7) === '01' ? 'shortWithYear' : 'short'),
  )
  const totals = months.map((month) => write(totalWh(month)))
  const spoken = labels.map((label, index) => `${label} ${totals[index]}\u00a0${unit.name}`).join('; ')
  return {
    alternative: say('use.months', { months: spoken }),
    unit: unit.name,
    formatTick: (wh) => formatDecimal(wh / unit.wh, locale),
    bars: months.map((month, index) => ({
      label: labels[index]!,
      total: totals[index]!,
      isCurrent: index === months.length - 1,
      parts: partsOf(month),
    })),
    legend: legendOf(
      months.at(-1)!,
      { step: unit.wh / 10 ** unit.decimals, write: (wh) => `${write(wh)}\u00a0${unit.name}` },
      paper,
    ),
  }
}

/** In kWh, more than six figures would not fit under a bar. */
function unitFor(months: readonly BilledMonth[]) {
  const mostWh = Math.max(...months.map(totalWh))
  return mostWh < 1_000_000_000 ? { name: 'kWh', wh: 1_000, decimals: 0 } : { name: 'MWh', wh: 1_000_000, decimals: 1 }
}

function partsOf({ energyWh, surplusWh }: BilledMonth): Chart['bars'][number]['parts'] {
  const used = energyWh.map((value, index) => ({ value, fill: fillOfPeriod(periodAt(index), energyWh.length) }))
  return [...used, { value: -surplusWh, fill: surplusFill }]
}

function legendOf(
  { energyWh, surplusWh }: BilledMonth,
  { step, write }: { step: number; write: (wh: number) => string },
  paper: DocumentPaper,
): Chart['legend'] {
  // The total of the month stands beside them.
  const written = roundedParts(energyWh, step)
  const periods = energyWh.map((_, index) => ({
    label: periodName(periodAt(index), energyWh.length, paper),
    value: write(written[index]!),
    fill: fillOfPeriod(periodAt(index), energyWh.length),
  }))
  const surplus = { label: paper.say('use.surplus'), value: write(surplusWh), fill: surplusFill }
  return [...(energyWh.length > 1 ? periods : []), ...(surplusWh > 0 ? [surplus] : [])]
}

function periodAt(index: number): Period {
  return (index + 1) as Period
}
