import type { Database } from '#db/database.ts'
import { findGasReadings } from '#domains/consumption/server/gas/gas-reading-store.ts'
import type { ReplyIn } from '#kit/call.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import type { readInvoiceDetails } from '../api.ts'
import type { NumberedInvoice } from './invoice-store.ts'

type Readings = Extract<ReplyIn<typeof readInvoiceDetails>, { readings: unknown }>['readings']
/** What of an invoice its readings are found by. */
type ReadInvoice = Pick<NumberedInvoice, 'starts_on' | 'ends_on' | 'supply_point_id'> & { energy: string }
type Reading = {
  day: MarketDay
  isEstimated: boolean
  registers: number[]
  factor: number | null
  calorific: number | null
}

/**
 * Returns the readings of the meter at both ends of an invoice; null where either is not known. A reading is of the
 * last day of a period or of the first one after it.
 */
export async function findInvoiceReadings(db: Database, invoice: ReadInvoice): Promise<Readings> {
  const { starts_on, ends_on, energy } = invoice
  const all = energy === 'gas' ? await gasReadings(db, invoice) : await electricityReadings(db, invoice)
  const from = all.findLast(({ day }) => day <= starts_on)
  const to = all.find(({ day }) => day >= ends_on)
  if (!from || !to || from === to || from.registers.length !== to.registers.length) return null
  return {
    unit: energy === 'gas' ? 'm3' : 'kWh',
    from: present(from),
    to: present(to),
    factor: to.factor,
    calorific: to.calorific,
  }
}

async function electricityReadings(db: Database, invoice: ReadInvoice): Promise<Reading[]> {
  const { start, end } = endsOf(invoice)
  const rows = await db
    .selectFrom('meter_reading')
    .where('supply_point_id', '=', invoice.supply_point_id)
    .where('day', '>=', start)
    .where('day', '<=', end)
    .orderBy('day')
    .select(['day', 'register_wh', 'is_estimated'])
    .execute()
  return rows.map(({ day, register_wh, is_estimated }) => ({
    day,
    isEstimated: is_estimated,
    registers: register_wh.map((wh) => Number(wh) / 1000),
    ...{ factor: null, calorific: null },
  }))
}

async function gasReadings(db: Database, invoice: ReadInvoice): Promise<Reading[]> {
  const rows = await findGasReadings(db, { supplyPointId: invoice.supply_point_id, ...endsOf(invoice) })
  return rows.map(({ day, registerLitres, isEstimated, factorKwhPerM3, calorificKwhPerM3 }) => ({
    day,
    isEstimated,
    registers: [registerLitres / 1000],
    ...{ factor: factorKwhPerM3, calorific: calorificKwhPerM3 },
  }))
}

function endsOf({ starts_on, ends_on }: ReadInvoice) {
  return { start: addDays(starts_on, -1), end: addDays(ends_on, 1) }
}

function present({ day, isEstimated, registers }: Reading) {
  return { date: day, is_estimated: isEstimated, registers }
}
