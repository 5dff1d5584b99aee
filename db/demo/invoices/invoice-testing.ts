import { type Kysely, sql } from 'kysely'
import type { CurveDay } from '#domains/consumption/curve.ts'
import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import { computeElectricityBill, type ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { computeGasBill, type GasPrices } from '#vocabulary/bill-gas.ts'
import { localHourOf } from '#vocabulary/market-time.ts'
import { type EnergyTariff, energyPeriodAt, energyPeriodCount, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { DB } from '../../tables.ts'
import { createDemoCalendar } from '../calendar.ts'
import { createDemoCustomers } from '../customers/demo-customers.ts'
import { smallDemo } from '../demo-testing.ts'
import { demoFigures } from './demo-figures.ts'
import type { MonthEnergy } from './metered-energy.ts'
import { demandOf } from './supply-bill.ts'

export type InvoiceRow = Awaited<ReturnType<typeof readInvoices>>[number]

/** Returns every invoice with the data needed to compute it again: its supply, and the product's prices of its days. */
export async function readInvoices(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'invoice.customer_id')
        .onRef('contract.contract_id', '=', 'invoice.contract_id'),
    )
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .innerJoin('product_price', (join) =>
      join
        .onRef('product_price.product_id', '=', 'contract.product_id')
        .onRef('product_price.tariff', '=', 'contract.tariff'),
    )
    .where('valid_from', '=', sql<string>`date_trunc('year', invoice.starts_on)::date`)
    .orderBy('invoice_id')
    .selectAll('invoice')
    .select(['contract.name', 'contract.supply_point_id', 'province_code', 'prices'])
    .execute()
  return rows.map((row) => ({ ...row, content: row.content as unknown as InvoiceContent }))
}

/**
 * Returns a function for the consumption in the days of an invoice, as it was known when it was issued: the sum of the
 * intervals or, where there are readings, the difference of two readings.
 */
export async function createUseCounter(db: Kysely<DB>): Promise<(invoice: InvoiceRow) => MonthEnergy> {
  const { rows } = await sql<CurveDay & { supply_point_id: number }>`
    select supply_point_id, day, present.step_minutes as "stepMinutes",
      coalesce(corrected.import_wh, present.import_wh) as "importWh", present.export_wh as "exportWh"
    from curve_day present left join curve_correction corrected using (supply_point_id, day, source)`.execute(db)
  const curves = Map.groupBy(rows, ({ supply_point_id }) => supply_point_id)
  const registers = await db.selectFrom('meter_reading').orderBy('day').selectAll().execute()
  const readings = Map.groupBy(registers, ({ supply_point_id }) => supply_point_id)

  const volumes = Map.groupBy(
    await db.selectFrom('gas_reading').orderBy('day').selectAll().execute(),
    ({ supply_point_id }) => supply_point_id,
  )

  return (invoice) => {
    if (invoice.energy === 'gas') return { energyWh: [readVolume(invoice, volumes)], surplusWh: 0 }
    const read = readings.get(invoice.supply_point_id)
    if (!read) return countIntervals(invoice, curves.get(invoice.supply_point_id)!)
    const begin = read.findIndex(({ day }) => day === invoice.starts_on)
    const [from, until] = [read[begin]!.register_wh, read[begin + 1]!.register_wh]
    return { energyWh: from.map((wh, index) => Number(until[index]) - Number(wh)), surplusWh: 0 }
  }
}

type GasRow = { day: string; register_litres: number; factor_kwh_per_m3: string | null }

/**
 * Returns the cubic metres between the readings at the beginning and at the end, converted by the factor of the second,
 * in whole kWh.
 */
function readVolume({ supply_point_id, ends_on }: InvoiceRow, volumes: ReadonlyMap<number, GasRow[]>): number {
  const rows = volumes.get(supply_point_id)!
  const end = rows.findIndex(({ day }) => day === ends_on)
  const litres = Number(rows[end]!.register_litres) - Number(rows[end - 1]!.register_litres)
  return Math.round((litres * Number(rows[end]!.factor_kwh_per_m3)) / 1000) * 1000
}

function countIntervals(invoice: InvoiceRow, days: readonly CurveDay[]): MonthEnergy {
  const tariff = invoice.content.tariff as EnergyTariff
  const zone = zoneOfProvince(invoice.province_code)
  const energyWh = new Array<number>(energyPeriodCount(tariff)).fill(0)
  let surplusWh = 0
  for (const { day, stepMinutes, importWh, exportWh } of days) {
    if (day < invoice.starts_on || day > invoice.ends_on) continue
    for (const [index, wh] of importWh.entries()) {
      const hour = localHourOf(day, index, stepMinutes, 'Europe/Madrid')
      energyWh[energyPeriodAt({ tariff, zone, day, hour }) - 1]! += wh ?? 0
      surplusWh += exportWh?.[index] ?? 0
    }
  }
  return { energyWh, surplusWh }
}

/** Returns the lines of the invoice's bill, computed again from the consumption. */
export function rebuildLines(invoice: InvoiceRow, { energyWh, surplusWh }: MonthEnergy): BillLine[] {
  const { content, prices } = invoice
  const zone = zoneOfProvince(invoice.province_code)
  const range = { firstDay: invoice.starts_on, lastDay: invoice.ends_on, dueDay: taxDayOf(invoice), zone }
  if (invoice.energy === 'gas')
    return computeGasBill({ ...range, energyWh: energyWh[0]!, prices: prices as unknown as GasPrices }, demoFigures)
      .lines
  const walletLine = content.lines.find(({ kind }) => kind === 'wallet')
  return computeElectricityBill(
    {
      ...range,
      powerWatts: content.powerWatts,
      energyWh,
      surplusWh,
      prices: prices as unknown as ElectricityPrices,
      chargesSocialBonusFunding: true,
      meter: rentals.get(invoice.name)!,
      walletCents: walletLine ? -walletLine.amountCents : 0,
      ...demandOf(range, { ...content, highestWatts: content.maximumPowerWatts }),
      ...(content.reactiveVarhByPeriod && { reactiveVarh: content.reactiveVarhByPeriod }),
    },
    demoFigures,
  ).lines
}

const calendar = createDemoCalendar('2026-11-20', smallDemo.months)
const supplies = createDemoCustomers(calendar, smallDemo.cooperativaPoints).flatMap((holder) => holder.supplies)
const rentals = new Map(supplies.map(({ contract, rental }) => [contract, rental]))

/** A bill carries the taxes of its due day, and a correction those of the invoice that it corrects. */
function taxDayOf({ rectificative_type, starts_on, due_on }: InvoiceRow): string {
  if (rectificative_type !== 'R') return due_on
  return calendar.months.find(({ firstDay }) => firstDay === starts_on)!.dueOn
}
