import type { InvoicedGas } from '#domains/consumption/gas-rules.ts'
import type { GasHistory } from '#domains/consumption/server/gas/gas-queries.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, dayCount, daysFrom, type MarketDay } from '#vocabulary/day.ts'

/** The gas used on some days, as a meter or an invoice tells it. */
export type KnownSpan = DayRange & { energyWh: number }

/** How a reading of the customer became energy. */
export type OwnReading = { day: MarketDay; litres: number; factorKwhPerM3: number }

/** What is known of the gas of a contract until a day. */
export type KnownGas = {
  /** Oldest first, none overlapping. */
  spans: KnownSpan[]
  /** The reading of the customer that ends the last span; null where the distributor or an invoice does. */
  ownReading: OwnReading | null
  /** What invoices charged for days after the last span, by an estimated reading: the next one that is read puts it right. */
  estimated: InvoicedGas[]
}

type Reading = GasHistory['readings'][number]

/**
 * Returns what is known of the gas of a contract: the energy between readings that somebody made, on other days what
 * was invoiced, and at the end the last reading of the customer with the conversion factor of the last month.
 */
export function knownGasOf({ invoices, readings }: GasHistory, until: MarketDay): KnownGas {
  const past = readings.filter(({ day }) => day <= until).toReversed()
  const distributor = past.filter(({ origin }) => origin === 'distributor')
  const read = spansOfReadings(distributor)
  const estimatedDays = distributor.filter(({ isEstimated }) => isEstimated).map(({ day }) => day)
  const isUnread = (invoice: InvoicedGas) => !read.some((span) => overlaps(span, invoice))
  const isEstimated = ({ firstDay, lastDay }: InvoicedGas) =>
    estimatedDays.some((day) => firstDay <= day && day <= lastDay)
  const unread = invoices.filter(isUnread)
  const spans = [...read, ...unread.filter((invoice) => !isEstimated(invoice))].sort((one, other) =>
    one.firstDay < other.firstDay ? -1 : 1,
  )
  const own = readByCustomer(past, spans.at(-1)?.lastDay)
  if (own) spans.push(own.span)
  const knownUntil = spans.at(-1)?.lastDay ?? ''
  return {
    spans,
    ownReading: own?.reading ?? null,
    estimated: unread.filter((invoice) => isEstimated(invoice) && invoice.firstDay > knownUntil),
  }
}

/** Estimated readings only divide the energy between two that somebody made. */
function spansOfReadings(readings: readonly Reading[]): KnownSpan[] {
  const spans: KnownSpan[] = []
  let [opened, sum]: [MarketDay | null, number | null] = [null, 0]
  for (const { day, energyWh, isEstimated } of readings) {
    sum = sum === null || energyWh === null ? null : sum + energyWh
    if (isEstimated) continue
    if (opened !== null && sum !== null) spans.push({ firstDay: addDays(opened, 1), lastDay: day, energyWh: sum })
    ;[opened, sum] = [day, 0]
  }
  return spans
}

/** The last reading of the customer after all that is known, compared with the last one of the distributor. */
function readByCustomer(
  readings: readonly Reading[],
  knownUntil = '',
): { span: KnownSpan; reading: OwnReading } | null {
  const own = readings.findLast(({ origin }) => origin === 'own')
  const base = readings.findLast(({ origin, isEstimated }) => origin === 'distributor' && !isEstimated)
  const factorKwhPerM3 = readings.findLast((reading) => reading.factorKwhPerM3 !== null)?.factorKwhPerM3
  if (!own || !base || factorKwhPerM3 == null || base.day < knownUntil || own.day <= base.day) return null
  const litres = own.registerLitres - base.registerLitres
  // A register that runs backwards was replaced.
  if (litres < 0) return null
  const span = { firstDay: addDays(base.day, 1), lastDay: own.day, energyWh: Math.round(litres * factorKwhPerM3) }
  return { span, reading: { day: own.day, litres, factorKwhPerM3 } }
}

/** Returns the mean of each known day, in Wh. */
export function dailyWhOf(spans: readonly KnownSpan[]): ReadonlyMap<MarketDay, number> {
  return new Map(
    spans.flatMap(({ firstDay, lastDay, energyWh }) => {
      const mean = energyWh / dayCount(firstDay, lastDay)
      return daysFrom(firstDay, lastDay).map((day): [MarketDay, number] => [day, mean])
    }),
  )
}

function overlaps(one: DayRange, other: DayRange): boolean {
  return one.firstDay <= other.lastDay && other.firstDay <= one.lastDay
}
