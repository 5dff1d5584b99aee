import type { Chart } from '#kit/server/pdf/bar-chart.ts'
import { formatDecimal, formatMonth } from '#vocabulary/format.ts'
import { roundParts } from '#vocabulary/round-parts.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { periodName } from '../invoice-lines.ts'
import type { DocumentContext } from './document-context.ts'
import type { BilledMonth } from './invoice-document-model.ts'
import { sumMonthWh } from './invoice-sentences.ts'
import { fillOfPeriod, surplusFill } from './period-fills.ts'

/** Builds the chart of the months up to the billed one, which comes last. The legend holds the totals of that month. */
export function buildConsumptionChart(months: readonly BilledMonth[], context: DocumentContext): Chart {
  const { locale, t } = context
  const unit = chooseUnit(months)
  const write = (wh: number) => formatDecimal(wh / unit.wh, locale, { decimals: unit.decimals })
  const labels = months.map(({ firstDay }, index) =>
    formatMonth(firstDay, locale, index === 0 || firstDay.slice(5, 7) === '01' ? 'shortWithYear' : 'short'),
  )
  const totals = months.map((month) => write(sumMonthWh(month)))
  const readAloud = labels.map((label, index) => `${label} ${totals[index]}\u00a0${unit.name}`).join('; ')
  return {
    altText: t('use.months', { months: readAloud }),
    unit: unit.name,
    formatTick: (wh) => formatDecimal(wh / unit.wh, locale),
    bars: months.map((month, index) => ({
      label: labels[index]!,
      total: totals[index]!,
      isCurrent: index === months.length - 1,
      parts: partsOf(month),
    })),
    legend: buildLegend(
      months.at(-1)!,
      { step: unit.wh / 10 ** unit.decimals, write: (wh) => `${write(wh)}\u00a0${unit.name}` },
      context,
    ),
  }
}

/** Chooses the unit of the chart: more than six digits in kWh would not fit under a bar. */
function chooseUnit(months: readonly BilledMonth[]) {
  const maxWh = Math.max(...months.map(sumMonthWh))
  return maxWh < 1_000_000_000 ? { name: 'kWh', wh: 1_000, decimals: 0 } : { name: 'MWh', wh: 1_000_000, decimals: 1 }
}

function partsOf({ energyWh, surplusWh }: BilledMonth): Chart['bars'][number]['parts'] {
  const used = energyWh.map((value, index) => ({ value, fill: fillOfPeriod(periodAt(index), energyWh.length) }))
  return [...used, { value: -surplusWh, fill: surplusFill }]
}

function buildLegend(
  { energyWh, surplusWh }: BilledMonth,
  { step, write }: { step: number; write: (wh: number) => string },
  context: DocumentContext,
): Chart['legend'] {
  // The total of the month is shown beside them.
  const rounded = roundParts(energyWh, step)
  const periods = energyWh.map((_, index) => ({
    label: periodName(periodAt(index), energyWh.length, context),
    value: write(rounded[index]!),
    fill: fillOfPeriod(periodAt(index), energyWh.length),
  }))
  const surplus = { label: context.t('use.surplus'), value: write(surplusWh), fill: surplusFill }
  return [...(energyWh.length > 1 ? periods : []), ...(surplusWh > 0 ? [surplus] : [])]
}

function periodAt(index: number): Period {
  return (index + 1) as Period
}
