import { addDays, addMonths, dayCount, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { GasReading, ReadingOrigin } from './gas-reading.ts'
import type { DayRange } from './rules.ts'

/** What an invoice bills, both days included. */
export type InvoicedGas = { firstDay: MarketDay; lastDay: MarketDay; energyWh: number }

/** What was invoiced of a month. */
export type GasMonth = {
  /** Its first day. */
  month: MarketDay
  /** Null while nothing of it has been invoiced. */
  energyWh: number | null
  /** Days of it that no invoice bills, among those that are looked at. */
  missingDays: number
  /** Whether a part of it is the share by days of an invoice of more than this month. */
  isShared: boolean
}

/** The months that a range touches, each with its part of the invoices: those of several months are shared out by days. */
export function gasMonths(invoices: readonly InvoicedGas[], { start, end }: DayRange): GasMonth[] {
  const months: GasMonth[] = []
  for (let month = firstOfMonth(start); month <= end; month = addMonths(month, 1))
    months.push(monthOf(invoices, { start: later(month, start), end: earlier(lastOfMonth(month), end) }, month))
  return months
}

function monthOf(invoices: readonly InvoicedGas[], range: DayRange, month: MarketDay): GasMonth {
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

// From sums up to a day, so that the shares of an invoice add up to what it bills.
function shareWh({ firstDay, lastDay, energyWh }: InvoicedGas, first: MarketDay, last: MarketDay): number {
  const days = dayCount(firstDay, lastDay)
  const upTo = (count: number) => Math.round((energyWh * count) / days)
  return upTo(dayCount(firstDay, last)) - upTo(dayCount(firstDay, first) - 1)
}

/** A reading with what the meter counted since the one before. */
export type ReadGas = GasReading & { origin: ReadingOrigin; usedLitres: number | null }

/** What a customer has sent of their meter. */
export type SentGasReading = Pick<GasReading, 'day' | 'registerLitres'>

/**
 * The readings of a meter, the newest first, with the volume since the reading before: the distributor's are compared with the
 * distributor's, which are billed; those of the customer with whatever was read last. A meter that runs back was replaced, and
 * its volume is not known.
 */
export function gasReadings(distributor: readonly GasReading[], sent: readonly SentGasReading[]): ReadGas[] {
  const own = sent.map((reading): GasReading & { origin: ReadingOrigin } => ({
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
  const read = all.map((reading): ReadGas => {
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

/** The energy of a volume, which is billed in whole kWh. */
function energyOf(litres: number | null, factorKwhPerM3: number | null): number | null {
  return litres === null || factorKwhPerM3 === null ? null : Math.round((litres * factorKwhPerM3) / 1000) * 1000
}

function later(one: MarketDay, other: MarketDay): MarketDay {
  return one > other ? one : other
}

function earlier(one: MarketDay, other: MarketDay): MarketDay {
  return one < other ? one : other
}
