import { type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findGasReadings } from '#domains/consumption/server/gas/gas-reading-store.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { type RegulatedPriceSeries, regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, dayCount, type MarketDay } from '#vocabulary/day.ts'
import { energyPeriodCount, energyTariffs } from '#vocabulary/tariff-periods.ts'
import type { MeterHistory, MeterReading } from '../rules.ts'

export type MeteredContract = {
  customerId: number
  contractId: number
  supplyPointId: number
  energy: 'electricity' | 'gas'
  tariff: string
}

/** The meter reading as stored with a case: amounts in Wh, or in litres of gas. */
export type StoredReading = { day: MarketDay; amounts: number[] }

// The usual growth is derived from the last year of readings, otherwise from the last three months of the curve or from
// a year of invoices.
const readingDays = 400
const curveDays = 90

/**
 * Returns the known history of a contract's meter from all sources: the readings of the distributor and of the
 * customer, and since the last one estimated readings, invoices and the curve. Gas meters show volume while gas is
 * billed as energy: the volume is derived from invoices within the limits of the energy content in the system.
 */
export async function findMeterHistory(
  db: Database,
  contract: MeteredContract,
  today: MarketDay,
): Promise<MeterHistory> {
  const registers = registerCountOf(contract)
  const hasAllRegisters = ({ amounts }: MeterReading) => amounts.length === registers
  const stored = (await findReadings(db, contract, today)).filter(hasAllRegisters)
  const sent = (await findSentReadings(db, contract)).filter(hasAllRegisters)
  const observed = [...stored.filter(({ isEstimated }) => !isEstimated), ...sent].sort(byDay)
  const last = observed.at(-1) ?? null
  const estimated = stored.filter(({ isEstimated, day }) => isEstimated && (!last || day > last.day)).sort(byDay)
  const billed = await findBilledEnergy(db, contract, addDays(today, -readingDays), registers)
  const perWh = await findAmountsPerWh(db, contract, today)
  const base = estimated.at(-1) ?? last
  const measured = await findMeasuredSince(db, { contract, base, billed, registers, minPerWh: perWh.least, today })
  const usualPerDay =
    usualPerDayOfReadings([...stored, ...sent].sort(byDay)) ??
    (contract.energy === 'gas' ? null : await findUsualPerDayOfCurve(db, contract, today)) ??
    usualPerDayOfBills(billed, perWh.most)
  return { registers, last, measured, usualPerDay }
}

const byDay = (one: MeterReading, other: MeterReading) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)

/** The energy of each register between two days, both included. */
type BilledEnergy = { firstDay: MarketDay; lastDay: MarketDay; wh: number[] }

/** Returns the energy billed since a day by invoices that were not cancelled, oldest first. */
async function findBilledEnergy(
  db: Database,
  { customerId, contractId }: MeteredContract,
  since: MarketDay,
  registers: number,
): Promise<BilledEnergy[]> {
  const { rows } = await sql<BilledEnergy>`
    select starts_on as "firstDay", ends_on as "lastDay",
      array(select wh::float8 from jsonb_array_elements_text(content -> 'energyWhByPeriod') as wh) as wh
    from ${visibleInvoices} invoice
    where customer_id = ${customerId} and contract_id = ${contractId} and starts_on >= ${since}
      and rectificative_type in ('N', 'R')
      and not exists (
        select from ${visibleInvoices} later
        where later.customer_id = invoice.customer_id and later.rectifies_invoice_id = invoice.invoice_id
          and later.rectificative_type in ('A', 'B', 'R'))
    order by starts_on`.execute(db)
  return rows.filter(({ wh }) => wh.length === registers)
}

/** Returns the minimum and maximum growth of a meter per Wh. Gas meters count litres, whose energy content varies. */
async function findAmountsPerWh(db: Database, { energy }: MeteredContract, today: MarketDay) {
  if (energy !== 'gas') return { least: 1, most: 1 }
  const { gasEnergyLeast, gasEnergyMost } = await loadRegulatedPrices(db)
  const perWhAt = (series: RegulatedPriceSeries) => 1 / Number(regulatedPriceAt(series, today).value)
  return { least: perWhAt(gasEnergyMost), most: perWhAt(gasEnergyLeast) }
}

type MeasuredSinceInput = {
  contract: MeteredContract
  base: MeterReading | null
  billed: BilledEnergy[]
  registers: number
  minPerWh: number
  today: MarketDay
}

/**
 * Returns the value of a meter calculated since a reading: from the invoices that begin after it, and the curve after
 * these.
 */
async function findMeasuredSince(
  db: Database,
  { contract, base, billed, registers, minPerWh, today }: MeasuredSinceInput,
): Promise<MeterReading | null> {
  if (!base) return null
  const later = billed.filter(({ firstDay }) => firstDay >= base.day)
  const begins = later.length ? addDays(later.at(-1)!.lastDay, 1) : base.day
  const isGas = contract.energy === 'gas'
  const curve = isGas ? null : await findCurveSince(db, contract, { from: begins, until: today, registers })
  if (!later.length && !curve) return base.day === begins && !isObserved(base) ? base : null
  const amounts = base.amounts.map((amount, register) => {
    const wh = later.reduce((sum, each) => sum + each.wh[register]!, 0) + (curve?.wh[register] ?? 0)
    return amount + Math.floor(wh * minPerWh)
  })
  return { day: curve?.until ?? begins, amounts }
}

/** Checks whether a reading was observed rather than estimated. */
function isObserved(reading: MeterReading & { isEstimated?: boolean }): boolean {
  return !reading.isEstimated
}

async function findCurveSince(
  db: Database,
  { supplyPointId }: MeteredContract,
  { from, until, registers }: { from: MarketDay; until: MarketDay; registers: number },
): Promise<{ wh: number[]; until: MarketDay } | null> {
  const { rows } = await sql<{ wh: number[] | null; until: MarketDay | null }>`
    with days as (
      -- Of a day that came from several sources, the one that tells least.
      select distinct on (day) day, import_period_wh from curve_day
      where supply_point_id = ${supplyPointId} and day >= ${from} and day < ${until}
        and cardinality(import_period_wh) = ${registers}
      order by day, (select sum(wh) from unnest(import_period_wh) as wh)
    )
    select (select max(day) + 1 from days) as until,
      (select array_agg(wh order by period) from (
        select period, sum(wh)::float8 as wh from days, unnest(import_period_wh) with ordinality as part (wh, period)
        group by period) as sums) as wh`.execute(db)
  const [row] = rows
  return row?.wh && row.until ? { wh: row.wh, until: row.until } : null
}

/** Returns the maximum daily growth according to the invoices of a year. */
function usualPerDayOfBills(billed: readonly BilledEnergy[], maxPerWh: number): number[] | null {
  const [first, last] = [billed[0], billed.at(-1)]
  if (!first || !last) return null
  const days = dayCount(first.firstDay, last.lastDay)
  return first.wh.map((_, register) => (billed.reduce((sum, { wh }) => sum + wh[register]!, 0) * maxPerWh) / days)
}

/** Returns the number of registers: one per period for which the tariff bills energy; a gas meter has one. */
function registerCountOf({ energy, tariff }: MeteredContract): number {
  const known = energy === 'gas' ? undefined : energyTariffs.find((name) => name === tariff)
  return known ? energyPeriodCount(known) : 1
}

/** Returns the distributor's readings: energy by register, or the volume of gas. */
async function findReadings(db: Database, { supplyPointId, energy }: MeteredContract, today: MarketDay) {
  const since = addDays(today, -readingDays)
  if (energy === 'gas') {
    const readings = await findGasReadings(db, { supplyPointId, start: since, end: today })
    return readings.map(({ day, registerLitres, isEstimated }) => ({ day, amounts: [registerLitres], isEstimated }))
  }
  const rows = await db
    .selectFrom('meter_reading')
    .where('supply_point_id', '=', supplyPointId)
    .where('day', '>=', since)
    .select(['day', 'register_wh', 'is_estimated'])
    .execute()
  return rows.map(({ day, register_wh, is_estimated }) => ({
    day,
    amounts: register_wh,
    isEstimated: is_estimated,
  }))
}

async function findSentReadings(db: Database, { customerId, contractId }: MeteredContract): Promise<MeterReading[]> {
  const rows = await db
    .selectFrom('support_case')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('reading', 'is not', null)
    .where('state', '<>', 'denied')
    .orderBy('case_id')
    .select('reading')
    .execute()
  return rows.map(({ reading }) => reading as unknown as StoredReading)
}

function usualPerDayOfReadings(readings: readonly MeterReading[]): number[] | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || first.day === last.day) return null
  const days = dayCount(first.day, last.day) - 1
  return last.amounts.map((amount, register) => Math.max(0, (amount - first.amounts[register]!) / days))
}

async function findUsualPerDayOfCurve(db: Database, contract: MeteredContract, today: MarketDay) {
  const { supplyPointId } = contract
  const registers = registerCountOf(contract)
  const isRecent = sql<SqlBool>`supply_point_id = ${supplyPointId} and day >= ${addDays(today, -curveDays)}::date`
  const { rows } = await sql<{ usual: number[] | null }>`
    select array_agg(usual order by period) as usual from (
      select period, avg(wh)::float8 as usual
      from curve_day, unnest(import_period_wh) with ordinality as registers (wh, period)
      where ${isRecent} and cardinality(import_period_wh) = ${registers}
      group by period
    ) as periods`.execute(db)
  return rows[0]?.usual ?? null
}
