import { addDays, addMonths, dayCount, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { GasReading, ReadingOrigin } from './gas-reading.ts'
import type { CurveRange } from './rules.ts'

/** A billed invoice with its range of days, both inclusive. */
export type InvoicedGas = { firstDay: MarketDay; lastDay: MarketDay; energyWh: number }

/** The energy invoiced for a month. */
export type GasMonth = {
  /** The first day of the month. */
  month: MarketDay
  /** Null while no part of it has been invoiced. */
  energyWh: number | null
  /** How many of its days within the range no invoice covers. */
  missingDays: number
  /** Whether part of it is a share, by days, of an invoice that covers more than this month. */
  isShared: boolean
}

/**
 * Returns the months that a range touches, each with its part of the invoices; invoices of several months are
 * distributed by days.
 */
export function computeGasMonths(invoices: readonly InvoicedGas[], { start, end }: CurveRange): GasMonth[] {
  const months: GasMonth[] = []
  for (let month = firstOfMonth(start); month <= end; month = addMonths(month, 1))
    months.push(monthOf(invoices, { start: later(month, start), end: earlier(lastOfMonth(month), end) }, month))
  return months
}

function monthOf(invoices: readonly InvoicedGas[], range: CurveRange, month: MarketDay): GasMonth {
  let energyWh: number | null = null
  let isShared = false
  const billed = new Set<MarketDay>()
  for (const invoice of invoices) {
    const first = later(invoice.firstDay, range.start)
    const last = earlier(invoice.lastDay, range.end)
    if (first > last) continue
    energyWh = (energyWh ?? 0) + shareWh(invoice, first, last)
    if (invoice.firstDay < month || invoice.lastDay > lastOfMonth(month)) isShared = true
    for (let day = first; day <= last; day = addDays(day, 1)) billed.add(day)
  }
  return { month, energyWh, missingDays: dayCount(range.start, range.end) - billed.size, isShared }
}

// Computed as the difference of cumulative sums, so that the shares of an invoice add up to its energy.
function shareWh({ firstDay, lastDay, energyWh }: InvoicedGas, first: MarketDay, last: MarketDay): number {
  const days = dayCount(firstDay, lastDay)
  const upTo = (count: number) => Math.round((energyWh * count) / days)
  return upTo(dayCount(firstDay, last)) - upTo(dayCount(firstDay, first) - 1)
}

/** A reading with the usage since the previous one. */
export type GasReadingWithUsage = GasReading & { origin: ReadingOrigin; usedLitres: number | null }

/** A meter reading that a customer has submitted. */
export type CustomerGasReading = Pick<GasReading, 'day' | 'registerLitres'>

/**
 * Merges the readings of a meter, newest first, with the volume since the previous reading. A distributor's reading is
 * compared with the distributor's previous one, because these are billed; a customer's with the latest of any origin.
 * If the register decreases, the meter was replaced and the volume is unknown.
 */
export function mergeGasReadings(
  distributor: readonly GasReading[],
  customerReadings: readonly CustomerGasReading[],
): GasReadingWithUsage[] {
  const own = customerReadings.map((reading): GasReading & { origin: ReadingOrigin } => ({
    ...reading,
    origin: 'own',
    factorKwhPerM3: null,
    calorificKwhPerM3: null,
    energyWh: null,
    isEstimated: false,
  }))
  const all = [...distributor.map((reading) => ({ ...reading, origin: 'distributor' as const })), ...own].sort(byDay)
  let last: GasReading | undefined
  let lastBilled: GasReading | undefined
  const read = all.map((reading): GasReadingWithUsage => {
    const base = reading.origin === 'own' ? last : lastBilled
    last = reading
    if (reading.origin === 'distributor') lastBilled = reading
    const usedLitres =
      base && reading.registerLitres >= base.registerLitres ? reading.registerLitres - base.registerLitres : null
    return { ...reading, usedLitres, energyWh: reading.energyWh ?? energyOf(usedLitres, reading.factorKwhPerM3) }
  })
  return read.reverse()
}

const byDay = (one: GasReading, other: GasReading) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)

/** Returns the energy of a volume, which is billed in whole kWh. */
function energyOf(litres: number | null, factorKwhPerM3: number | null): number | null {
  return litres === null || factorKwhPerM3 === null ? null : Math.round((litres * factorKwhPerM3) / 1000) * 1000
}

function later(one: MarketDay, other: MarketDay): MarketDay {
  return one > other ? one : other
}

function earlier(one: MarketDay, other: MarketDay): MarketDay {
  return one < other ? one : other
}
