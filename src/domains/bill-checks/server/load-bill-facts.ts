import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { sourcesByPriority } from '#domains/consumption/server/curve/curve-queries.ts'
import { selectProvincesOf, selectTariffsOfContract } from '#domains/consumption/server/supply-points.ts'
import { type DatedValue, findZoneOn } from '#domains/consumption/supply-terms.ts'
import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import type { BillLine, Discounts, ProductTerm } from '#vocabulary/bill.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type {
  BillFacts,
  DatedPowers,
  DatedPrices,
  MeteredSpan,
  RegisterFacts,
  StoredBillFacts,
} from './check/bill-facts.ts'
import { energySpansOf } from './check/metered-energy.ts'
import { quarterHourQueryOf, readQuarterHourExcess } from './read-quarter-hours.ts'

export type InvoiceId = { customerId: number; invoiceId: number }

/** A stored bill with all that is known of it. */
export type KnownBill = InvoiceId & { number: string; contractId: number; isHeld: boolean; facts: BillFacts }

/**
 * Loads what is known of some bills: one statement for bills with their contracts, one for the prices of their products,
 * one for the energy of their days, and one for the quarter hours of those that are billed by them. In the order of the keys; a bill that does not exist is left out.
 */
export async function loadBillFacts(db: Database, keys: readonly InvoiceId[]): Promise<KnownBill[]> {
  if (keys.length === 0) return []
  const rows = await readBills(db, keys)
  const prices = await readPrices(db, [...new Set(rows.map(({ product_id }) => product_id))])
  const known = rows.map((row) => ({ row, facts: factsOf(row, prices.get(row.product_id) ?? []) }))
  const metered = await readMeteredEnergy(
    db,
    known.map(({ row, facts }) => ({
      supplyPointId: row.supply_point_id,
      spans: row.energy === 'electricity' && !row.is_recounting ? energySpansOf(facts) : [],
    })),
  )
  const excess = await readQuarterHourExcess(
    db,
    known.map(({ row, facts }) => quarterHourQueryOf(facts, row.supply_point_id)),
  )
  const byKey = new Map(
    known.map(({ row, facts }, index) => [
      keyOf(row),
      { row, facts: { ...facts, metered: metered[index]!, quarterHourExcessKw: excess[index]! } },
    ]),
  )
  return keys.flatMap(({ customerId, invoiceId }) => {
    const each = byKey.get(`${customerId} ${invoiceId}`)
    if (!each) return []
    const { number, contract_id: contractId, is_held: isHeld } = each.row
    return [{ customerId, invoiceId, number, contractId, isHeld, facts: each.facts }]
  })
}

type BillRow = {
  customer_id: number
  invoice_id: number
  contract_id: number
  number: string
  is_held: boolean
  energy: string
  starts_on: MarketDay
  ends_on: MarketDay
  due_on: MarketDay
  amount_total_cents: number
  rectificative_type: string
  content: InvoiceContent
  supply_point_id: number
  cups: string
  contract_starts_on: MarketDay | null
  contract_ends_on: MarketDay | null
  promotion_ends_on: MarketDay | null
  promotion_discounts: Record<string, string | number> | null
  product_id: number
  product_name: string
  province_code: string
  provinces: DatedValue<string>[] | null
  tariffs: DatedValue<string>[]
  powers: DatedPowers[] | null
  has_chosen_hours: boolean
  is_recounting: boolean
  before: DayRange | null
  corrected: { dueOn: MarketDay; amountTotalCents: number; lines: BillLine[] } | null
  registers: { startWh: string[]; endWh: string[]; isEstimated: boolean } | null
  gas: { energyWh: number | null; isComplete: boolean; isEstimated: boolean } | null
  wallet_cents: number | null
}

async function readBills(db: Database, keys: readonly InvoiceId[]): Promise<BillRow[]> {
  const customerIds = keys.map(({ customerId }) => customerId)
  const invoiceIds = keys.map(({ invoiceId }) => invoiceId)
  const { rows } = await sql<BillRow>`
    select invoice.customer_id, invoice.invoice_id, invoice.contract_id, number, is_held, invoice.energy,
      invoice.starts_on, invoice.ends_on, due_on, amount_total_cents, rectificative_type, content,
      contract.supply_point_id, contract.cups, contract.starts_on as contract_starts_on, contract.ends_on as contract_ends_on,
      promotion_ends_on, promotion_discounts, contract.product_id,
      coalesce(commercial_name, product.name) as product_name,
      supply_point.province_code, ${selectProvincesOf('contract')} as provinces,
      ${selectTariffsOfContract()} as tariffs,
      (select json_agg(json_build_object('fromDay', from_day, 'value', dated.power_watts, 'isExact', is_exact) order by from_day)
        from contract_power dated
        where dated.customer_id = contract.customer_id and dated.contract_id = contract.contract_id) as powers,
      exists (select from tariff_choice choice
        where choice.customer_id = contract.customer_id and choice.contract_id = contract.contract_id) as has_chosen_hours,
      exists (select from curve_recount recount
        where recount.customer_id = contract.customer_id and recount.contract_id = contract.contract_id) as is_recounting,
      ${selectBillBefore} as before, ${selectCorrected} as corrected, ${selectRegisters} as registers, ${selectGas} as gas,
      (select sum(amount_cents)::integer from battery_entry entry
        where entry.customer_id = invoice.customer_id and entry.invoice_id = invoice.invoice_id
          and reason = 'discount') as wallet_cents
    from unnest(${customerIds}::bigint[], ${invoiceIds}::bigint[]) as wanted (customer_id, invoice_id)
      join invoice using (customer_id, invoice_id)
      join contract using (customer_id, contract_id)
      join product on product.product_id = contract.product_id
      join supply_point on supply_point.supply_point_id = contract.supply_point_id`.execute(db)
  return rows
}

/** The last bill that began before this one and that nothing has taken back. */
const selectBillBefore = sql`(
  select json_build_object('firstDay', earlier.starts_on, 'lastDay', earlier.ends_on) from invoice earlier
  where earlier.customer_id = invoice.customer_id and earlier.contract_id = invoice.contract_id
    and earlier.starts_on < invoice.starts_on and earlier.rectificative_type not in ('A', 'B')
    and earlier.invoice_id is distinct from invoice.rectifies_invoice_id
    and not exists (
      select from invoice correction
      where correction.customer_id = earlier.customer_id and correction.contract_id = earlier.contract_id
        and correction.rectifies_invoice_id = earlier.invoice_id)
  order by earlier.ends_on desc limit 1)`

const selectCorrected = sql`(
  select json_build_object('dueOn', original.due_on, 'amountTotalCents', original.amount_total_cents, 'lines', original.content -> 'lines')
  from invoice original
  where original.customer_id = invoice.customer_id and original.invoice_id = invoice.rectifies_invoice_id)`

/** Registers show what they did as a day began. */
const selectRegisters = sql`(
  select json_build_object('startWh', opening.register_wh::text[], 'endWh', closing.register_wh::text[],
    'isEstimated', opening.is_estimated or closing.is_estimated)
  from meter_reading opening join meter_reading closing using (supply_point_id)
  where opening.supply_point_id = contract.supply_point_id
    and opening.day = invoice.starts_on and closing.day = invoice.ends_on + 1)`

/** Readings of gas close a day; each has the energy since the one before. */
const selectGas = sql`case when invoice.energy = 'gas' then (
  select json_build_object(
    'energyWh', sum(energy_wh) filter (where day >= invoice.starts_on),
    'isComplete', coalesce(bool_or(day = invoice.ends_on), false) and coalesce(bool_or(day = invoice.starts_on - 1), false)
      and coalesce(bool_and(energy_wh is not null) filter (where day >= invoice.starts_on), false),
    'isEstimated', coalesce(bool_or(is_estimated), false))
  from gas_reading
  where gas_reading.supply_point_id = contract.supply_point_id and day >= invoice.starts_on - 1 and day <= invoice.ends_on
) end`

async function readPrices(db: Database, productIds: readonly number[]): Promise<Map<number, DatedPrices[]>> {
  const rows = await db
    .selectFrom('product_price')
    .where('product_id', 'in', productIds.length > 0 ? productIds : [0])
    .orderBy('valid_from')
    .select(['product_id', 'valid_from', 'tariff', 'prices'])
    .execute()
  const prices = Map.groupBy(rows, ({ product_id }) => product_id)
  return new Map(
    [...prices].map(([id, own]) => [
      id,
      own.map(
        ({ valid_from, tariff, prices: terms }): DatedPrices => ({
          ...{ validFrom: valid_from, tariff },
          terms: terms as unknown as DatedPrices['terms'],
        }),
      ),
    ]),
  )
}

function factsOf(row: BillRow, prices: readonly DatedPrices[]): StoredBillFacts {
  const byDay = (one: DatedValue<unknown>, other: DatedValue<unknown>) => (one.fromDay < other.fromDay ? -1 : 1)
  return {
    bill: {
      ...{ firstDay: row.starts_on, lastDay: row.ends_on, energy: row.energy === 'gas' ? 'gas' : 'electricity' },
      ...{ dueOn: row.due_on, amountTotalCents: row.amount_total_cents, rectificativeType: row.rectificative_type },
      content: row.content,
    },
    ...{ cups: row.cups, corrected: row.corrected, before: row.before, prices, walletBookedCents: row.wallet_cents },
    contract: {
      ...{ startsOn: row.contract_starts_on, endsOn: row.contract_ends_on, productName: row.product_name },
      ...{ tariffs: [...row.tariffs].sort(byDay), powers: row.powers ?? [], hasChosenHours: row.has_chosen_hours },
      promotion:
        row.promotion_ends_on === null
          ? null
          : {
              endsOn: row.promotion_ends_on,
              discounts: promotedDiscounts(row.promotion_discounts ?? {}),
            },
    },
    zone: findZoneOn(row.ends_on, row.province_code, row.provinces ?? []),
    registers: registersOf(row),
  }
}

function promotedDiscounts(discounts: Record<string, string | number>): Discounts<ProductTerm> {
  return Object.fromEntries(Object.entries(discounts).map(([term, percent]) => [term, String(percent)]))
}

function registersOf({ energy, registers, gas }: BillRow): RegisterFacts | null {
  if (energy === 'gas')
    return gas?.isComplete ? { energyWh: [Number(gas.energyWh)], isEstimated: gas.isEstimated } : null
  if (!registers) return null
  const { startWh, endWh, isEstimated } = registers
  const energyWh = startWh.map((wh, index) => Number(endWh[index]) - Number(wh))
  // A register that ran backwards was replaced.
  return energyWh.every((wh) => wh >= 0) ? { energyWh, isEstimated } : null
}

type SpanQuery = { supplyPointId: number; spans: readonly DayRange[] }
type SpanRow = {
  bill: number
  first_day: MarketDay
  last_day: MarketDay
  import_wh: (string | null)[]
  export_wh: string | null
  covered_hours: number
  missing_hours: number
  estimated_hours: number
}

/** Returns the energy of the spans of each bill, of the best source of each day, from the totals stored with it. */
async function readMeteredEnergy(db: Database, queries: readonly SpanQuery[]): Promise<MeteredSpan[][]> {
  const spans = queries.flatMap(({ supplyPointId, spans: own }, bill) =>
    own.map(({ firstDay, lastDay }) => ({ bill, supplyPointId, firstDay, lastDay })),
  )
  const metered = queries.map((): MeteredSpan[] => [])
  if (spans.length === 0) return metered
  const { rows } = await sql<SpanRow>`
    select bill, first_day::text as first_day, last_day::text as last_day,
      array[${sql.join([1, 2, 3, 4, 5, 6].map(sumOfPeriod))}]::text[] as import_wh,
      sum((select sum(wh) from unnest(export_period_wh) as wh))::text as export_wh,
      (sum(cardinality(import_wh) * step_minutes) / 60.0)::float8 as covered_hours,
      (sum(missing_intervals * step_minutes) / 60.0)::float8 as missing_hours,
      (sum(coalesce(length(quality) - length(replace(quality, 'E', '')), 0) * step_minutes) / 60.0)::float8 as estimated_hours
    from (
      select distinct on (bill, first_day, day) span.bill, span.first_day, span.last_day, curve_day.*
      from unnest(
        ${spans.map(({ bill }) => bill)}::integer[], ${spans.map(({ supplyPointId }) => supplyPointId)}::bigint[],
        ${spans.map(({ firstDay }) => firstDay)}::date[], ${spans.map(({ lastDay }) => lastDay)}::date[]
      ) as span (bill, point_id, first_day, last_day)
        join curve_day on curve_day.supply_point_id = span.point_id and curve_day.day between span.first_day and span.last_day
      order by bill, first_day, day, array_position(${sourcesByPriority}::text[], source)
    ) best
    group by bill, first_day, last_day`.execute(db)
  for (const row of rows) metered[row.bill]!.push(spanOf(row))
  return metered.map((own) => own.sort((one, other) => (one.firstDay < other.firstDay ? -1 : 1)))
}

function sumOfPeriod(period: number): RawBuilder<unknown> {
  return sql`sum(import_period_wh[${sql.lit(period)}])`
}

function spanOf(row: SpanRow): MeteredSpan {
  return {
    ...{ firstDay: row.first_day, lastDay: row.last_day },
    importWh: row.import_wh.filter((wh) => wh !== null).map(Number),
    exportWh: row.export_wh === null ? null : Number(row.export_wh),
    ...{ coveredHours: row.covered_hours, missingHours: row.missing_hours, estimatedHours: row.estimated_hours },
  }
}

function keyOf({ customer_id, invoice_id }: BillRow): string {
  return `${customer_id} ${invoice_id}`
}
