import type { Bill } from '#vocabulary/bill.ts'
import { addDays, dayCount, daysFrom, type MarketDay } from '#vocabulary/day.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { BillForecast, NoForecast } from '../forecast/forecast-bill.ts'
import type { BilledDays } from '../forecast/next-bill-days.ts'
import type { RunningSupply } from '../forecast/running-bill.ts'
import type { BillSoFar } from '../read-open-bill.ts'
import { forecastGasEnergy, type GasForecast, type NoGasForecast } from './forecast-gas-energy.ts'
import { dailyWhOf, type KnownGas } from './known-gas.ts'
import { computeRunningGasBill, type GasPart } from './running-gas-bill.ts'

/** The next bill of a gas contract with what is known of its gas until yesterday. */
export type OpenGasBill = {
  bill: BilledDays
  supply: RunningSupply
  parts: GasPart[]
  known: KnownGas
  yesterday: MarketDay
}

/** The bill of a gas contract so far and where it will end. */
export type GasBillToCome = {
  soFar: BillSoFar
  forecast: BillForecast | NoForecast
  /** The last day until which a reading or an invoice tells the gas; null where nothing does. */
  knownUntil: MarketDay | null
  comparedSpans: number
}

/**
 * Computes the bill of a gas contract until yesterday, and forecasts the whole. Days that nobody has read are estimated
 * for both in the same way; where that cannot be done, the bill so far ends with the last reading.
 */
export function computeGasBillToCome(
  open: OpenGasBill,
  { seed, figures }: { seed: string; figures: RegulatedPrices },
): GasBillToCome | 'price_unknown' {
  const { bill, known, yesterday } = open
  const knownUntil = known.spans.at(-1)?.lastDay ?? null
  const gas: GasForecast | NoGasForecast =
    knownUntil === null
      ? { reason: 'no_year_before', yearBeforeDays: 0, neededDays: dayCount(bill.firstDay, bill.lastDay) }
      : forecastGasEnergy(known.spans, { after: knownUntil, until: bill.lastDay, seed })
  const soFarUntil = 'reason' in gas ? (knownUntil ?? '') : yesterday
  const soFar = computeSoFar(open, { gas, until: soFarUntil < bill.lastDay ? soFarUntil : bill.lastDay, figures })
  const forecast = forecastWhole(open, gas, figures)
  if (soFar === 'price_unknown') return soFar
  return { soFar, forecast, knownUntil, comparedSpans: 'reason' in gas ? 0 : gas.comparedSpans }
}

type SoFarInput = { gas: GasForecast | NoGasForecast; until: MarketDay; figures: RegulatedPrices }

function computeSoFar(open: OpenGasBill, { gas, until, figures }: SoFarInput): BillSoFar | 'price_unknown' {
  const { bill, known } = open
  const nothing = { missingHours: 0, estimatedHours: 0, estimatedFrom: null }
  if (until < bill.firstDay) return { endDay: null, bill: null, energy: { energyWh: [], surplusWh: 0 }, ...nothing }
  const parts = open.parts
    .filter(({ firstDay }) => firstDay <= until)
    .map((part) => ({ ...part, lastDay: part.lastDay < until ? part.lastDay : until }))
  const energyWh = energyOfParts(open, { parts, gas, factor: 1 })
  const computed = computeRunningGasBill(open.supply, { parts, energyWh, dueDay: bill.dueDay }, figures)
  if (!computed) return 'price_unknown'
  const unknownFrom = addDays(known.spans.at(-1)!.lastDay, 1)
  const estimatedFrom = unknownFrom < bill.firstDay ? bill.firstDay : unknownFrom
  return {
    ...nothing,
    ...{ endDay: until, bill: computed, estimatedFrom: estimatedFrom <= until ? estimatedFrom : null },
    energy: { energyWh: [energyWh.reduce((sum, wh) => sum + wh, 0)], surplusWh: 0 },
  }
}

function forecastWhole(
  open: OpenGasBill,
  gas: GasForecast | NoGasForecast,
  figures: RegulatedPrices,
): BillForecast | NoForecast {
  const { bill, parts, supply } = open
  if ('reason' in gas) return { reason: gas.reason, recentDays: gas.yearBeforeDays, neededDays: gas.neededDays }
  const billWith = (factor: number): Bill | null =>
    computeRunningGasBill(
      supply,
      { parts, energyWh: energyOfParts(open, { parts, gas, factor }), dueDay: bill.dueDay },
      figures,
    )
  const [expected, low, high] = [billWith(1), billWith(gas.lowFactor), billWith(gas.highFactor)]
  const { yearBeforeDays } = gas
  if (!expected || !low || !high)
    return { reason: 'price_unknown', recentDays: yearBeforeDays, neededDays: yearBeforeDays }
  return {
    ...{ expected, lowCents: low.totalCents, highCents: high.totalCents, level: gas.level, marketLevel: null },
    ...{ daysToCome: gas.dailyWh.size, recentDays: yearBeforeDays, yearBeforeDays },
  }
}

/**
 * Returns the energy of each part in Wh. What an estimated reading made the last bill charge is put right by the next one
 * that is read, so the first part has the difference between what those days used and what they were charged for.
 */
function energyOfParts(
  { bill, known }: OpenGasBill,
  { parts, gas, factor }: { parts: readonly GasPart[]; gas: GasForecast | NoGasForecast; factor: number },
): number[] {
  const measured = dailyWhOf(known.spans)
  const forecast: ReadonlyMap<MarketDay, number> = 'reason' in gas ? new Map() : gas.dailyWh
  const whOn = (day: MarketDay) => measured.get(day) ?? (forecast.get(day) ?? 0) * factor
  const correction = known.estimated
    .filter(({ lastDay }) => lastDay < bill.firstDay)
    .map(({ firstDay, lastDay, energyWh }) => sumOf(daysFrom(firstDay, lastDay).map(whOn)) - energyWh)
  return parts.map(({ firstDay, lastDay }, index) =>
    Math.max(0, Math.round(sumOf(daysFrom(firstDay, lastDay).map(whOn)) + (index === 0 ? sumOf(correction) : 0))),
  )
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
