import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { minDays, readMeasuredYear } from '#domains/comparators/server/measured-year.ts'
import { findContractPoint } from '#domains/consumption/server/curve/curve-queries.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { calculateGasYearCents, spreadEvenlyByPeriod } from '#domains/offers/rules.ts'
import { type BilledPart, calculateYearOfBills } from '#domains/offers/year-of-bills.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, dayCount, type MarketDay } from '#vocabulary/day.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { type EnergyTariff, energyTariffs, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { ProductPrices, RevisedYear } from '../revision.ts'
import type { NoticeContract } from './notice-contract.ts'

type RevisedPrices = { before: ProductPrices; after: ProductPrices }

/**
 * Returns what the last year of a contract costs at the prices before and after a revision, with today's taxes: by its
 * curve, or else by its invoices of a year. Null where less than 300 days are known, or a tax of the place is not.
 */
export async function calculateRevisedYear(
  db: Database,
  contract: NoticeContract,
  prices: RevisedPrices,
  { today, now, regulatedPrices }: { today: MarketDay; now: Date; regulatedPrices: RegulatedPrices },
): Promise<RevisedYear | null> {
  const measured = contract.energy === 'electricity' ? await findMeasuredParts(db, contract, { today, now }) : null
  const known = measured ?? (await findBilledParts(db, contract, today))
  if (!known) return null
  const [beforeCents, afterCents] = [prices.before, prices.after].map((each) =>
    costOf(known.parts, contract, { prices: each, regulatedPrices, today }),
  )
  if (beforeCents == null || afterCents == null) return null
  const energyWh = known.parts.flatMap((part) => part.energyWh).reduce((sum, wh) => sum + wh, 0)
  return { basis: measured ? 'measured' : 'billed', ...known.range, energyWh, beforeCents, afterCents }
}

type KnownParts = { parts: BilledPart[]; range: DayRange }

async function findMeasuredParts(
  db: Database,
  { customerId, contractId, isSelfConsumption }: NoticeContract,
  at: { today: MarketDay; now: Date },
): Promise<KnownParts | null> {
  const point = await findContractPoint(db, { customerIds: [customerId], contractId })
  if (!point?.tariff) return null
  const measuredPoint = { point: { ...point, tariff: point.tariff }, isSelfConsumption }
  const { days, parts, range } = await readMeasuredYear(db, measuredPoint, at)
  return days < minDays ? null : { parts, range }
}

/** Scales what was invoiced in a year to 365 days, spread evenly over the periods of the tariff. */
async function findBilledParts(
  db: Database,
  { customerId, contractId, energy, tariff, provinceCode }: NoticeContract,
  today: MarketDay,
): Promise<KnownParts | null> {
  const row = await db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('rectificative_type', '=', 'N')
    .where('starts_on', '>=', addDays(today, -400))
    .select(sql<number | null>`sum(energy_wh)::float8`.as('energyWh'))
    .select(sql<MarketDay | null>`min(starts_on)`.as('firstDay'))
    .select(sql<MarketDay | null>`max(ends_on)`.as('lastDay'))
    .executeTakeFirstOrThrow()
  const { energyWh, firstDay, lastDay } = row
  if (energyWh === null || !firstDay || !lastDay) return null
  const days = dayCount(firstDay, lastDay)
  if (days < minDays) return null
  const yearWh = Math.round((energyWh / days) * 365)
  const year = { zone: zoneOfProvince(provinceCode), today, tariff: tariff as EnergyTariff }
  const byPeriod = energy === 'electricity' ? spreadEvenlyByPeriod(year, yearWh) : [yearWh]
  const billed = { firstDay: addDays(today, -364), lastDay: today }
  return { parts: [{ ...billed, energyWh: byPeriod, surplusWh: 0 }], range: { firstDay, lastDay } }
}

type CostInput = { prices: ProductPrices; regulatedPrices: RegulatedPrices; today: MarketDay }

function costOf(
  parts: readonly BilledPart[],
  { energy, tariff, powerWatts, provinceCode, hasWallet }: NoticeContract,
  { prices, regulatedPrices, today }: CostInput,
): number | null {
  const zone = zoneOfProvince(provinceCode)
  if (energy === 'gas') {
    const energyWh = parts.flatMap((part) => part.energyWh).reduce((sum, wh) => sum + wh, 0)
    return calculateGasYearCents({ zone, today, regulatedPrices }, { energyWh, prices: prices as GasPrices })
  }
  if (!energyTariffs.includes(tariff as EnergyTariff)) return null
  const supply = { zone, powerWatts, dueDay: today, hasWallet }
  return calculateYearOfBills(parts, supply, prices as ElectricityPrices, regulatedPrices)?.totalCents ?? null
}
