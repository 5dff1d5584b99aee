import type { Database } from '#db/database.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { isPanelSource } from '#domains/consumption/merge-sources.ts'
import {
  type ContractPoint,
  findContractPoint,
  findDataSpan,
  readDays,
} from '#domains/consumption/server/curve/curve-queries.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import type { ElectricityBill } from '#vocabulary/bill-electricity.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { countHoursBetween } from '#vocabulary/market-time.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { NoBillReason } from '../bill-forecast.ts'
import type { OpenContract } from './find-open-contract.ts'
import { type DayProfile, profileOf } from './forecast/day-profiles.ts'
import { type BillForecast, forecastBill, type NoForecast } from './forecast/forecast-bill.ts'
import { type BilledDays, nextBillDays } from './forecast/next-bill-days.ts'
import {
  computeRunningBill,
  emptyEnergy,
  type PartEnergy,
  type RunningPart,
  type RunningSupply,
  splitIntoParts,
} from './forecast/running-bill.ts'
import { neededRanges } from './forecast/similar-days.ts'

/** The next bill of a contract with the days of it that were measured. */
export type OpenBill = {
  bill: BilledDays
  supply: RunningSupply
  parts: RunningPart[]
  point: ContractPoint
  /** The last day with data; before the bill's first day while none of its days has any. */
  measuredUntil: MarketDay
  days: StoredDay[]
}

/** Reads the next bill of a contract, or why there is none. */
export async function readOpenBill(db: Database, contract: OpenContract, now: Date): Promise<OpenBill | NoBillReason> {
  const { customerId, contractId, energy, startsOn, endsOn, lastBill } = contract
  if (energy === 'gas') return 'no_curve'
  if (startsOn === null) return 'nothing_to_bill'
  const bill = nextBillDays({ last: lastBill, startsOn, endsOn })
  if (!bill) return 'nothing_to_bill'
  const point = await findContractPoint(db, { customerIds: [customerId], contractId })
  const span = point && (await findDataSpan(db, point, now))
  if (!point?.tariff || !span) return 'no_curve'
  const supply = contract.supplyOn(bill.lastDay)
  const parts = splitIntoParts(supply, bill)
  if (!parts) return 'price_unknown'
  const measuredUntil = span.end < bill.lastDay ? span.end : bill.lastDay
  const days = await readUsedDays(db, point, bill.firstDay, measuredUntil)
  return { bill, supply, parts, point, measuredUntil, days }
}

async function readUsedDays(
  db: Database,
  point: ContractPoint,
  start: MarketDay,
  end: MarketDay,
): Promise<StoredDay[]> {
  if (start > end) return []
  const days = await readDays(db, { point, range: { start, end } })
  return days.filter(({ source }) => !isPanelSource(source))
}

/** The bill of the days measured so far; without a bill while there is none. */
export type BillSoFar = {
  endDay: MarketDay | null
  bill: ElectricityBill | null
  energy: PartEnergy
  missingHours: number
  estimatedHours: number
}

/** Computes the bill of the measured days of a bill: fixed terms by the day, and the taxes of the day when it falls due. */
export function computeBillSoFar(open: OpenBill, figures: RegulatedPrices): BillSoFar | 'price_unknown' {
  const { bill, supply, measuredUntil, days } = open
  const parts = open.parts
    .filter(({ firstDay }) => firstDay <= measuredUntil)
    .map((part) => ({ ...part, lastDay: part.lastDay < measuredUntil ? part.lastDay : measuredUntil }))
  const total: PartEnergy = { energyWh: [], surplusWh: 0 }
  if (parts.length === 0) return { endDay: null, bill: null, energy: total, missingHours: 0, estimatedHours: 0 }
  const energy = sumByPart(parts, days, supply)
  const computed = computeRunningBill(supply, { parts, energy, dueDay: bill.dueDay }, figures)
  if (!computed) return 'price_unknown'
  for (const { energyWh, surplusWh } of energy) {
    for (const [index, wh] of energyWh.entries()) total.energyWh[index] = (total.energyWh[index] ?? 0) + wh
    total.surplusWh += surplusWh
  }
  return { endDay: measuredUntil, bill: computed, energy: total, ...countHours(open) }
}

function countHours({ bill, point, measuredUntil, days }: OpenBill) {
  const hoursOf = (isCounted: (day: StoredDay, index: number) => boolean) =>
    days.reduce(
      (sum, day) => sum + (day.importWh.filter((_, index) => isCounted(day, index)).length * day.stepMinutes) / 60,
      0,
    )
  const covered = hoursOf(({ importWh }, index) => importWh[index] !== null)
  return {
    missingHours: Math.max(0, countHoursBetween(bill.firstDay, measuredUntil, point.timeZone) - covered),
    estimatedHours: hoursOf(({ quality }, index) => quality?.[index] === 'E'),
  }
}

function sumByPart(parts: readonly RunningPart[], days: readonly StoredDay[], { zone }: RunningSupply): PartEnergy[] {
  return parts.map((part) => {
    const energy = emptyEnergy(part)
    for (const day of days) {
      if (day.day < part.firstDay || day.day > part.lastDay) continue
      const { importPeriodWh, exportPeriodWh } = computeDayTotals(day, { tariff: part.tariff, zone })
      for (const [index, wh] of importPeriodWh.entries()) energy.energyWh[index]! += wh
      energy.surplusWh += (exportPeriodWh ?? []).reduce((sum, wh) => sum + wh, 0)
    }
    return energy
  })
}

/** Forecasts the whole bill from the days measured in the last eight weeks, and around the same weeks a year before. */
export async function forecastOpenBill(
  db: Database,
  { bill, supply, parts, point, measuredUntil, days }: OpenBill,
  { seed, figures }: { seed: string; figures: RegulatedPrices },
): Promise<BillForecast | NoForecast> {
  const history = await Promise.all(
    neededRanges(measuredUntil, bill.lastDay).map(({ firstDay, lastDay }) =>
      readUsedDays(db, point, firstDay, lastDay),
    ),
  )
  const complete = days.filter(({ importWh }) => importWh.every((wh) => wh !== null))
  return forecastBill(
    {
      ...{ supply, bill, parts, measuredUntil, seed },
      measured: sumByPart(parts, complete, supply),
      measuredDays: new Set(complete.map(({ day }) => day)),
      profiles: history.flat().flatMap((day): DayProfile[] => {
        const profile = profileOf(day, point.timeZone)
        return profile ? [profile] : []
      }),
    },
    figures,
  )
}
