import { addCurveMonths } from '#domains/consumption/server/curve/curve-months.ts'
import { type CurveDayRecord, storeDays } from '#domains/consumption/server/curve/curve-store.ts'
import { computeElectricityBill, type ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { addDays, addMonths, daysFrom, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { createDayToStore, differentPoints, terms } from '../bench-curves.ts'
import { createMeasuredDatabase, type MeasuredDatabase, vacuumDatabase } from '../measured-database.ts'

/** The months whose bills are measured, on days whose regulated prices are confirmed. */
export const billedMonths = Array.from({ length: 8 }, (_, index) => addMonths('2026-01-01', index))

const powerWatts = [4_600, 4_600]
const prices: ElectricityPrices = {
  powerPerKw: [
    { per: 'year', eur: '30.6' },
    { per: 'year', eur: '3.4' },
  ],
  energyEurPerKwh: ['0.182', '0.124', '0.093'],
  surplusEurPerKwh: null,
  discounts: {},
}
const pointsAtOnce = 50

/** Makes a retailer of so many contracts with the quarter hours of all days that are billed, and no bill yet. */
export async function createBillRetailer(
  serverUrl: string,
  { name, contracts }: { name: string; contracts: number },
): Promise<MeasuredDatabase> {
  const holders = { points: contracts, invoicesEach: 0, firstDay: billedMonths[0]! }
  const database = await createMeasuredDatabase(serverUrl, name, holders)
  await database.pool.query(`
    update contract set power_watts = '{${powerWatts}}', starts_on = '2025-01-01';
    -- Neither a change of power today nor days to be counted anew.
    delete from curve_recount;
    delete from contract_power;
    insert into contract_power (customer_id, contract_id, from_day, power_watts, is_exact)
      select customer_id, contract_id, '1900-01-01', power_watts, true from contract;`)
  await database.db
    .insertInto('product_price')
    .values({ product_id: 1, tariff: terms.tariff, valid_from: '2025-01-01', prices: JSON.stringify(prices) })
    .execute()
  const days = daysFrom(billedMonths[0]!, lastOfMonth(billedMonths.at(-1)!))
  await addCurveMonths(database.db, days)
  const drawn = Math.min(contracts, differentPoints)
  for (let first = 1; first <= drawn; first += pointsAtOnce) {
    const points = Array.from({ length: Math.min(pointsAtOnce, drawn - first + 1) }, (_, index) => first + index)
    await storeDays(
      database.db,
      points.flatMap((point) => days.map((day) => createDayToStore(point, day))),
    )
  }
  for (let after = drawn; after < contracts; after += drawn)
    await copyCurves(database, { after, points: Math.min(drawn, contracts - after) })
  await vacuumDatabase(database.pool)
  return database
}

/** Gives the points after one the curves of the first ones, which are what `createDayToStore` returns for them. */
async function copyCurves({ pool }: MeasuredDatabase, { after, points }: { after: number; points: number }) {
  await pool.query(
    `insert into curve_day (supply_point_id, day, source, step_minutes, import_wh, import_period_wh)
    select supply_point_id + $1, day, source, step_minutes, import_wh, import_period_wh
    from curve_day where supply_point_id <= $2 order by supply_point_id, day`,
    [after, points],
  )
}

/** Returns the right bill of a contract for the month that begins on a day, as a line of an import. */
export function createBillLine(contract: number, firstDay: MarketDay): string {
  const lastDay = lastOfMonth(firstDay)
  const dueOn = addDays(lastDay, 20)
  const energyWhByPeriod = energyOf(contract % differentPoints, firstDay)
  const { lines, totalCents } = computeElectricityBill({
    ...{ firstDay, lastDay, dueDay: dueOn, zone: terms.zone, powerWatts, energyWh: energyWhByPeriod, prices },
    ...{ surplusWh: 0, walletCents: 0, chargesSocialBonusFunding: true, meter: 'single_phase' },
  })
  return JSON.stringify({
    ...{ number: `B${contract}-${firstDay}`, contract: String(contract).padStart(7, '0') },
    ...{ issuedOn: addDays(lastDay, 3), startsOn: firstDay, endsOn: lastDay, dueOn },
    ...{ amountTotalCents: totalCents, amountPendingCents: totalCents, paidStatus: 'pending_remesa' },
    ...{ energyWhByPeriod, powerWatts, tariff: terms.tariff, productName: 'Bench' },
    // Which regulated figure a line has is not part of an import.
    lines: lines.map(({ figure: _, ...line }) => line),
  })
}

const energies = new Map<string, number[]>()

/** Returns the energy of a month by period, of any point with the curve of this one. */
function energyOf(point: number, firstDay: MarketDay): number[] {
  const key = `${point} ${firstDay}`
  const known = energies.get(key)
  if (known) return known
  const days = daysFrom(firstDay, lastOfMonth(firstDay)).map((day) => createDayToStore(point, day))
  const summed = sumPeriods(days)
  energies.set(key, summed)
  return summed
}

function sumPeriods(days: readonly CurveDayRecord[]): number[] {
  return [0, 1, 2].map((period) => days.reduce((sum, { importPeriodWh }) => sum + Number(importPeriodWh[period]), 0))
}
