import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { minDays, readYearOfSpan } from '#domains/comparators/server/measured-year.ts'
import { createContractPointLookup, findDataSpans } from '#domains/consumption/server/curve/curve-queries.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import type { NoticeContract } from './notice-contract.ts'
import { type BilledEnergy, billedYearOf, type KnownYear } from './revised-year.ts'

/**
 * Returns what is known of the last year of contracts, by their ids: by their curves, or else by their invoices of a year.
 * Those of which less than 300 days are known are missing. But for the curves themselves, all are read at once.
 */
export async function findKnownYears(
  db: Database,
  contracts: readonly NoticeContract[],
  { today, now }: { today: MarketDay; now: Date },
): Promise<Map<number, KnownYear>> {
  const metered = contracts.filter(({ energy }) => energy === 'electricity')
  const measured = await findMeasuredYears(db, metered, { today, now })
  const others = contracts.filter(({ contractId }) => !measured.has(contractId))
  return new Map([...measured, ...(await findBilledYears(db, others, today))])
}

async function findMeasuredYears(
  db: Database,
  contracts: readonly NoticeContract[],
  { today, now }: { today: MarketDay; now: Date },
): Promise<Map<number, KnownYear>> {
  const findContractPoint = createContractPointLookup(db)
  const points = await Promise.all(
    contracts.map(async ({ customerId, contractId, isSelfConsumption }) => {
      const point = await findContractPoint({ customerIds: [customerId], contractId })
      return point?.tariff ? [{ contractId, isSelfConsumption, point: { ...point, tariff: point.tariff } }] : []
    }),
  )
  const metered = points.flat()
  const spans = await findDataSpans(
    db,
    metered.map(({ point }) => point),
    now,
  )
  const years = new Map<number, KnownYear>()
  // One after the other: a year of a curve takes some memory.
  for (const [index, { contractId, ...point }] of metered.entries()) {
    const span = spans[index]
    if (!span) continue
    const { days, parts, range } = await readYearOfSpan(db, point, { today, span })
    if (days >= minDays) years.set(contractId, { basis: 'measured', parts, range })
  }
  return years
}

async function findBilledYears(
  db: Database,
  contracts: readonly NoticeContract[],
  today: MarketDay,
): Promise<Map<number, KnownYear>> {
  if (contracts.length === 0) return new Map()
  const rows = await db
    .selectFrom(visibleInvoices.as('invoice'))
    .where(isOneOf('customer_id', [...new Set(contracts.map(({ customerId }) => customerId))]))
    .where(isOneOf('contract_id', [...new Set(contracts.map(({ contractId }) => contractId))]))
    .where('rectificative_type', '=', 'N')
    .where('starts_on', '>=', addDays(today, -400))
    .groupBy(['customer_id', 'contract_id'])
    .select(['contract_id', sql<number | null>`sum(energy_wh)::float8`.as('energyWh')])
    .select(sql<MarketDay | null>`min(starts_on)`.as('firstDay'))
    .select(sql<MarketDay | null>`max(ends_on)`.as('lastDay'))
    .execute()
  const billed = new Map<number, BilledEnergy>(rows.map((row) => [row.contract_id, row]))
  return new Map(
    contracts.flatMap((contract) => {
      const energy = billed.get(contract.contractId)
      const year = energy && billedYearOf(contract, energy, today)
      return year ? [[contract.contractId, year]] : []
    }),
  )
}
