import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { columnOf } from '#domains/consumption/server/curve/day-columns.ts'
import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import { storedSettings } from '#domains/retailer/server/live-settings.ts'
import { settingsFromStored } from '#domains/retailer/settings/by-path.ts'
import { isOfSingle } from '#kit/server/is-one-of.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { BillCorrection, Overbilling } from '#vocabulary/bill-correction.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { InterestRules } from '#vocabulary/interest-rules.ts'
import type { BillFacts, DatedPrices, MeteredSpan, StoredBillFacts } from './check/bill-facts.ts'
import { energySpansOf } from './check/metered-energy.ts'
import { type StoredCheck, selectStoredCheck } from './check-store.ts'
import {
  type ContractFactsRow,
  contractFactsOf,
  createPriceReader,
  type ProductPrices,
  selectContractFacts,
  zoneOn,
} from './load-contract-facts.ts'
import { readMarketCosts } from './read-market-costs.ts'
import { readMeteredEnergy } from './read-metered-energy.ts'
import { quarterHourQueryOf, readQuarterHourExcess } from './read-quarter-hours.ts'
import { readRegisters } from './read-registers.ts'

export type InvoiceId = { customerId: number; invoiceId: number }

/** Returns the ids of stored invoices by their numbers, in any order. */
export async function findInvoiceIds(
  db: Database,
  numbers: readonly string[],
): Promise<(InvoiceId & { number: string })[]> {
  if (numbers.length === 0) return []
  return db
    .selectFrom('invoice')
    .where(sql<boolean>`number = any(${numbers})`)
    .select(['customer_id as customerId', 'invoice_id as invoiceId', 'number'])
    .execute()
}

/** Returns the customers of some invoices, each once. */
function customerIdsOf(keys: readonly Pick<InvoiceId, 'customerId'>[]): number[] {
  return [...new Set(keys.map(({ customerId }) => customerId))]
}

/** A bill with all that is known of it. */
export type KnownBill = {
  customerId: number
  /** Null before it is stored. */
  invoiceId: number | null
  /** The verdict that is stored; null before its first check. */
  stored: StoredCheck | null
  number: string
  contractId: number
  supplyPointId: number
  issuedOn: MarketDay
  isHeld: boolean
  facts: BillFacts
}

/**
 * Loads what is known of some bills: one statement for bills with their contracts, one for the prices of their products,
 * one for the energy of their days, one for the registers of each energy, one for the quarter hours of those that are
 * billed by them, and the market of those that follow it. In the order of the keys; a bill that does not exist is left out.
 */
export async function loadBillFacts(
  db: Database,
  keys: readonly InvoiceId[],
  pricesOf = createPriceReader(db),
): Promise<KnownBill[]> {
  if (keys.length === 0) return []
  const known = await completeFacts(db, await readBills(db, keys), pricesOf)
  const byKey = new Map(known.map((bill) => [`${bill.customerId} ${bill.invoiceId}`, bill]))
  return keys.flatMap(({ customerId, invoiceId }) => byKey.get(`${customerId} ${invoiceId}`) ?? [])
}

/** Loads what is known of bills that are about to be stored for the first time and correct none, like `loadBillFacts`. */
export async function loadArrivingFacts(
  db: Database,
  bills: readonly ArrivingBill[],
  pricesOf = createPriceReader(db),
): Promise<KnownBill[]> {
  return bills.length === 0 ? [] : completeFacts(db, await readArrivingBills(db, bills), pricesOf)
}

/** Adds to bills and what the tables of their contracts know of them what is read by their days. In any order. */
async function completeFacts(
  db: Database,
  rows: readonly BillRow[],
  pricesOf: (productIds: readonly number[]) => Promise<ProductPrices>,
): Promise<KnownBill[]> {
  const prices = await pricesOf(rows.map(({ product_id }) => product_id))
  const rules = rows.some(({ overbilling }) => overbilling) ? await readInterestRules(db) : null
  const known = rows.map((row) => ({ row, facts: factsOf(row, prices.get(row.product_id) ?? [], rules) }))
  const [metered, excess, registers] = await Promise.all([
    readPricedEnergy(db, known),
    readQuarterHourExcess(
      db,
      known.map(({ row, facts }) => quarterHourQueryOf(facts, row.supply_point_id)),
    ),
    readRegisters(
      db,
      known.map(({ row, facts: { bill } }) => ({ ...bill, supplyPointId: row.supply_point_id })),
    ),
  ])
  return known.map(({ row, facts }, index) => ({
    ...{ customerId: row.customer_id, invoiceId: row.invoice_id, contractId: row.contract_id },
    ...{ supplyPointId: row.supply_point_id, number: row.number, issuedOn: row.issued_on },
    ...{ isHeld: row.is_held, stored: row.stored },
    // What has been computed from the facts stays with them.
    facts: Object.assign(facts, {
      ...{ metered: metered[index]!, registers: registers[index]!, quarterHourExcessKw: excess[index]! },
    }),
  }))
}

type PartlyKnown = { row: BillRow; facts: StoredBillFacts }

async function readPricedEnergy(db: Database, bills: readonly PartlyKnown[]): Promise<MeteredSpan[][]> {
  const metered = await readMeteredEnergy(
    db,
    bills.map(({ row, facts }) => ({
      supplyPointId: row.supply_point_id,
      spans: row.energy === 'electricity' && !row.is_recounting ? energySpansOf(facts) : [],
    })),
  )
  return readMarketCosts(
    db,
    bills.map(({ row, facts }, index) => ({ supplyPointId: row.supply_point_id, facts, metered: metered[index]! })),
  )
}

/** Returns how the retailer counts the interest of what was billed too much. */
async function readInterestRules(db: Database): Promise<InterestRules> {
  const { interestYear: year, interestFrom: from } = settingsFromStored(await storedSettings(db)).settings.invoices
  return { year, from }
}

/** What the row of a bill says. */
type BillColumns = {
  customer_id: number
  contract_id: number
  number: string
  energy: string
  starts_on: MarketDay
  ends_on: MarketDay
  due_on: MarketDay
  issued_on: MarketDay
  amount_total_cents: number
  rectificative_type: string
  content: InvoiceContent
}

/** A bill that is about to be stored. */
export type ArrivingBill = BillColumns & { correction: BillCorrection | null }

/** What the rows of its contract say of a bill: the columns of `selectOfContract`. */
type ContractColumns = ContractFactsRow & { cups: string; is_recounting: boolean; before: DayRange | null }

/** What other rows say of a stored bill: the columns of `selectOfStored`. */
type StoredColumns = {
  stored: StoredCheck | null
  is_taken_back: boolean
  corrected: { dueOn: MarketDay; amountTotalCents: number; lines: BillLine[] } | null
  wallet_cents: number | null
}

/** Nothing refers to a bill before it is stored. */
const notStored = {
  ...{ stored: null, is_taken_back: false, corrected: null, wallet_cents: null, invoice_id: null, is_held: false },
} satisfies Partial<BillRow>

type BillRow = BillColumns &
  ContractColumns &
  StoredColumns & { invoice_id: number | null; is_held: boolean; overbilling: Overbilling | null }

async function readBills(db: Database, keys: readonly InvoiceId[]): Promise<BillRow[]> {
  const holders = customerIdsOf(keys)
  const { rows } = await sql<BillRow>`
    select invoice.customer_id, invoice.invoice_id, invoice.contract_id, number, is_held, invoice.energy,
      invoice.starts_on, invoice.ends_on, due_on, amount_total_cents, rectificative_type, content, issued_on,
      case when correction ->> 'kind' = 'overbilled' then correction end as overbilling,
      ${selectOfContract(holders)}, ${selectOfStored(holders)}
    from unnest(
        ${keys.map(({ customerId }) => customerId)}::bigint[], ${keys.map(({ invoiceId }) => invoiceId)}::bigint[]
      ) as wanted (customer_id, invoice_id)
      join invoice using (customer_id, invoice_id)
      join contract using (customer_id, contract_id)
      join product on product.product_id = contract.product_id
      join supply_point on supply_point.supply_point_id = contract.supply_point_id
    where ${isOfSingle('invoice.customer_id', holders)} and ${isOfSingle('contract.customer_id', holders)}`.execute(db)
  return rows
}

async function readArrivingBills(db: Database, bills: readonly ArrivingBill[]): Promise<BillRow[]> {
  const holders = customerIdsOf(bills.map(({ customer_id: customerId }) => ({ customerId })))
  const { rows } = await sql<ContractColumns & { place: number }>`
    select place, ${selectOfContract(holders)}
    from (
        select *, null::bigint as rectifies_invoice_id
        from unnest(
          ${bills.map((_, place) => place)}::integer[], ${columnOf(bills, 'customer_id')}::bigint[],
          ${columnOf(bills, 'contract_id')}::bigint[], ${columnOf(bills, 'starts_on')}::date[]
        ) as arriving (place, customer_id, contract_id, starts_on)
      ) as invoice
      join contract using (customer_id, contract_id)
      join product on product.product_id = contract.product_id
      join supply_point on supply_point.supply_point_id = contract.supply_point_id
    where ${isOfSingle('contract.customer_id', holders)}`.execute(db)
  return rows.map(({ place, ...ofContract }) => {
    const { correction, ...bill } = bills[place]!
    const overbilling = correction?.kind === 'overbilled' ? correction : null
    return { ...bill, ...ofContract, ...notStored, overbilling }
  })
}

/** Selects what the contract of each `invoice` of a query says, from its `contract`, `product` and `supply_point`. */
function selectOfContract(holders: readonly number[]): RawBuilder<unknown> {
  const ofHolders = restrictTo(holders)
  return sql`
      contract.cups, ${selectContractFacts(holders)}, ${selectBillBefore(ofHolders)} as before,
      exists (select from curve_recount recount
        where ${ofHolders('recount')} and recount.customer_id = contract.customer_id and recount.contract_id = contract.contract_id) as is_recounting`
}

/** Selects what other rows say of each stored `invoice` of a query with its `contract`. */
function selectOfStored(holders: readonly number[]): RawBuilder<unknown> {
  const ofHolders = restrictTo(holders)
  return sql`
      ${selectStoredCheck(ofHolders)} as stored, ${selectTakenBack(ofHolders)} as is_taken_back,
      ${selectCorrected(ofHolders)} as corrected,
      (select sum(amount_cents)::integer from battery_entry entry
        where ${ofHolders('entry')} and entry.customer_id = contract.customer_id and entry.invoice_id = invoice.invoice_id
          and reason = 'discount') as wallet_cents`
}

/** Restricts a table to the holders of the bills that are read. */
type OfHolders = (table: string) => RawBuilder<boolean>

// Where bills are distributed, those of one holder are read on one node only if each table is restricted to it.
const restrictTo =
  (holders: readonly number[]): OfHolders =>
  (table) =>
    isOfSingle(`${table}.customer_id`, holders)

const selectTakenBack = (ofHolders: OfHolders) => sql`exists (
  select from invoice later
  where ${ofHolders('later')} and later.customer_id = contract.customer_id and later.contract_id = contract.contract_id
    and later.rectifies_invoice_id = invoice.invoice_id and later.rectificative_type in ('A', 'B', 'R'))`

/** The last bill that began before this one, that charges its days, and that nothing has taken back. */
const selectBillBefore = (ofHolders: OfHolders) => sql`(
  select json_build_object('firstDay', earlier.starts_on, 'lastDay', earlier.ends_on) from invoice earlier
  where ${ofHolders('earlier')} and earlier.customer_id = contract.customer_id and earlier.contract_id = contract.contract_id
    and earlier.starts_on < invoice.starts_on and earlier.rectificative_type in ('N', 'R')
    and earlier.invoice_id is distinct from invoice.rectifies_invoice_id
    and not exists (
      select from invoice correction
      where ${ofHolders('correction')} and correction.customer_id = earlier.customer_id and correction.contract_id = earlier.contract_id
        and correction.rectifies_invoice_id = earlier.invoice_id)
  order by earlier.ends_on desc limit 1)`

const selectCorrected = (ofHolders: OfHolders) => sql`(
  select json_build_object('dueOn', original.due_on, 'amountTotalCents', original.amount_total_cents, 'lines', original.content -> 'lines')
  from invoice original
  where ${ofHolders('original')} and original.customer_id = contract.customer_id and original.invoice_id = invoice.rectifies_invoice_id)`

function factsOf(row: BillRow, prices: readonly DatedPrices[], rules: InterestRules | null): StoredBillFacts {
  const { overbilling: correction, issued_on: returnedOn } = row
  return {
    bill: {
      ...{ firstDay: row.starts_on, lastDay: row.ends_on, energy: row.energy === 'gas' ? 'gas' : 'electricity' },
      ...{ dueOn: row.due_on, amountTotalCents: row.amount_total_cents, rectificativeType: row.rectificative_type },
      content: row.content,
    },
    ...{
      cups: row.cups,
      corrected: row.corrected,
      isTakenBack: row.is_taken_back,
      before: row.before,
      prices,
      walletBookedCents: row.wallet_cents,
    },
    contract: contractFactsOf(row),
    zone: zoneOn(row, row.ends_on),
    ...(correction && rules && { overbilling: { correction, returnedOn, rules } }),
  }
}
