import { type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findGasReadings } from '#domains/consumption/server/gas-reading-store.ts'
import { knownFigures } from '#domains/figures/server/known-figures.ts'
import { type FigureSeries, figureAt } from '#vocabulary/dated-figures.ts'
import { addDays, dayCount, type MarketDay } from '#vocabulary/day.ts'
import { energyPeriodCount, energyTariffs } from '#vocabulary/tariff-periods.ts'
import type { KnownMeter, Reading } from '../rules.ts'

export type MeteredContract = {
  customerId: number
  contractId: number
  supplyPointId: number
  energy: 'electricity' | 'gas'
  tariff: string
}

/** What a case keeps of a reading: amounts in Wh, or in litres of gas. */
export type StoredReading = { day: MarketDay; amounts: number[] }

// What is usual is told by the last year of readings, or by the last three months of the curve, or by a year of invoices.
const readingDays = 400
const curveDays = 90

/**
 * What is known of the meter of a contract, from every source: the distributor's readings and those that its customer has sent,
 * and since then estimated readings, invoices and the curve. Gas meters show volume while gas is billed as energy: invoices
 * tell the volume within the limits of the system.
 */
export async function knownMeter(db: Database, contract: MeteredContract, today: MarketDay): Promise<KnownMeter> {
  const registers = registersOf(contract)
  const fits = ({ amounts }: Reading) => amounts.length === registers
  const stored = (await readingsOf(db, contract, today)).filter(fits)
  const sent = (await sentReadings(db, contract)).filter(fits)
  const seen = [...stored.filter(({ isEstimated }) => !isEstimated), ...sent].sort(byDay)
  const last = seen.at(-1) ?? null
  const estimated = stored.filter(({ isEstimated, day }) => isEstimated && (!last || day > last.day)).sort(byDay)
  const billed = await billedOf(db, contract, addDays(today, -readingDays), registers)
  const perWh = await amountsPerWh(db, contract, today)
  const base = estimated.at(-1) ?? last
  const measured = await measuredSince(db, { contract, base, billed, registers, leastPerWh: perWh.least, today })
  const usualPerDay =
    usualOf([...stored, ...sent].sort(byDay)) ??
    (contract.energy === 'gas' ? null : await usualOfCurve(db, contract, today)) ??
    usualOfBills(billed, perWh.most)
  return { registers, last, measured, usualPerDay }
}

const byDay = (one: Reading, other: Reading) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)

/** Energy by register between two days, both included. */
type Billed = { firstDay: MarketDay; lastDay: MarketDay; wh: number[] }

/** What was billed since a day, by invoices that were not taken back, the oldest first. */
async function billedOf(
  db: Database,
  { customerId, contractId }: MeteredContract,
  since: MarketDay,
  registers: number,
): Promise<Billed[]> {
  const { rows } = await sql<Billed>`
    select starts_on as "firstDay", ends_on as "lastDay",
      array(select wh::float8 from jsonb_array_elements_text(content -> 'energyWhByPeriod') as wh) as wh
    from invoice
    where customer_id = ${customerId} and contract_id = ${contractId} and starts_on >= ${since}
      and rectificative_type in ('N', 'R')
      and not exists (
        select from invoice later
        where later.customer_id = invoice.customer_id and later.rectifies_invoice_id = invoice.invoice_id
          and later.rectificative_type in ('A', 'B', 'R'))
    order by starts_on`.execute(db)
  return rows.filter(({ wh }) => wh.length === registers)
}

/** What a meter may go on by for a Wh, which a gas meter counts in litres of more or less energy. */
async function amountsPerWh(db: Database, { energy }: MeteredContract, today: MarketDay) {
  if (energy !== 'gas') return { least: 1, most: 1 }
  const { gasEnergyLeast, gasEnergyMost } = await knownFigures(db)
  const perWhAt = (series: FigureSeries) => 1 / Number(figureAt(series, today).value)
  return { least: perWhAt(gasEnergyMost), most: perWhAt(gasEnergyLeast) }
}

type Since = {
  contract: MeteredContract
  base: Reading | null
  billed: Billed[]
  registers: number
  leastPerWh: number
  today: MarketDay
}

/** What a meter has come to since a reading: the invoices that begin after it, and the curve after these. */
async function measuredSince(
  db: Database,
  { contract, base, billed, registers, leastPerWh, today }: Since,
): Promise<Reading | null> {
  if (!base) return null
  const later = billed.filter(({ firstDay }) => firstDay >= base.day)
  const begins = later.length ? addDays(later.at(-1)!.lastDay, 1) : base.day
  const isGas = contract.energy === 'gas'
  const curve = isGas ? null : await curveSince(db, contract, { from: begins, until: today, registers })
  if (!later.length && !curve) return base.day === begins && !isSeen(base) ? base : null
  const amounts = base.amounts.map((amount, register) => {
    const wh = later.reduce((sum, each) => sum + each.wh[register]!, 0) + (curve?.wh[register] ?? 0)
    return amount + Math.floor(wh * leastPerWh)
  })
  return { day: curve?.until ?? begins, amounts }
}

/** Whether somebody looked at the meter, and nobody guessed. */
function isSeen(reading: Reading & { isEstimated?: boolean }): boolean {
  return !reading.isEstimated
}

async function curveSince(
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

/** What a day took at most by the invoices of a year. */
function usualOfBills(billed: readonly Billed[], mostPerWh: number): number[] | null {
  const [first, last] = [billed[0], billed.at(-1)]
  if (!first || !last) return null
  const days = dayCount(first.firstDay, last.lastDay)
  return first.wh.map((_, register) => (billed.reduce((sum, { wh }) => sum + wh[register]!, 0) * mostPerWh) / days)
}

/** One register per period in which the tariff bills energy; a gas meter has one. */
function registersOf({ energy, tariff }: MeteredContract): number {
  const known = energy === 'gas' ? undefined : energyTariffs.find((name) => name === tariff)
  return known ? energyPeriodCount(known) : 1
}

/** The distributor's readings: energy by register, or the volume of gas. */
async function readingsOf(db: Database, { supplyPointId, energy }: MeteredContract, today: MarketDay) {
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
    amounts: register_wh.map(Number),
    isEstimated: is_estimated,
  }))
}

async function sentReadings(db: Database, { customerId, contractId }: MeteredContract): Promise<Reading[]> {
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

function usualOf(readings: readonly Reading[]): number[] | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || first.day === last.day) return null
  const days = dayCount(first.day, last.day) - 1
  return last.amounts.map((amount, register) => Math.max(0, (amount - first.amounts[register]!) / days))
}

async function usualOfCurve(db: Database, contract: MeteredContract, today: MarketDay) {
  const { supplyPointId } = contract
  const registers = registersOf(contract)
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
