import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import { storedSettings } from '#domains/retailer/server/live-settings.ts'
import { settingsFromStored } from '#domains/retailer/settings/by-path.ts'
import { isOfSingle } from '#kit/server/is-one-of.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { Overbilling } from '#vocabulary/bill-correction.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { InterestRules } from '#vocabulary/interest-rules.ts'
import type { BillFacts, DatedPrices, StoredBillFacts } from './check/bill-facts.ts'
import { energySpansOf } from './check/metered-energy.ts'
import { type StoredCheck, selectStoredCheck } from './check-store.ts'
import {
  type ContractFactsRow,
  contractFactsOf,
  readPrices,
  selectContractFacts,
  zoneOn,
} from './load-contract-facts.ts'
import { readMarketCosts } from './read-market-costs.ts'
import { readMeteredEnergy } from './read-metered-energy.ts'
import { quarterHourQueryOf, readQuarterHourExcess } from './read-quarter-hours.ts'
import { readRegisters } from './read-registers.ts'

export type InvoiceId = { customerId: number; invoiceId: number }

/** Returns the customers of some invoices, each once. */
function customerIdsOf(keys: readonly InvoiceId[]): number[] {
  return [...new Set(keys.map(({ customerId }) => customerId))]
}

/** A stored bill with all that is known of it. */
export type KnownBill = InvoiceId & {
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
export async function loadBillFacts(db: Database, keys: readonly InvoiceId[]): Promise<KnownBill[]> {
  if (keys.length === 0) return []
  const rows = await readBills(db, keys)
  const prices = await readPrices(db, [...new Set(rows.map(({ product_id }) => product_id))])
  const rules = rows.some(({ overbilling }) => overbilling) ? await readInterestRules(db) : null
  const known = rows.map((row) => ({ row, facts: factsOf(row, prices.get(row.product_id) ?? [], rules) }))
  const metered = await readMeteredEnergy(
    db,
    known.map(({ row, facts }) => ({
      supplyPointId: row.supply_point_id,
      spans: row.energy === 'electricity' && !row.is_recounting ? energySpansOf(facts) : [],
    })),
  )
  const priced = await readMarketCosts(
    db,
    known.map(({ row, facts }, index) => ({ supplyPointId: row.supply_point_id, facts, metered: metered[index]! })),
  )
  const excess = await readQuarterHourExcess(
    db,
    known.map(({ row, facts }) => quarterHourQueryOf(facts, row.supply_point_id)),
  )
  const registers = await readRegisters(
    db,
    known.map(({ row, facts: { bill } }) => ({ ...bill, supplyPointId: row.supply_point_id })),
  )
  const byKey = new Map(
    known.map(({ row, facts }, index) => [
      keyOf(row),
      {
        row,
        facts: {
          ...{ ...facts, metered: priced[index]!, registers: registers[index]! },
          quarterHourExcessKw: excess[index]!,
        },
      },
    ]),
  )
  return keys.flatMap(({ customerId, invoiceId }) => {
    const each = byKey.get(`${customerId} ${invoiceId}`)
    if (!each) return []
    const {
      number,
      contract_id: contractId,
      supply_point_id: supplyPointId,
      issued_on: issuedOn,
      is_held: isHeld,
      stored,
    } = each.row
    return [{ customerId, invoiceId, number, contractId, supplyPointId, issuedOn, isHeld, stored, facts: each.facts }]
  })
}

/** Returns how the retailer counts the interest of what was billed too much. */
async function readInterestRules(db: Database): Promise<InterestRules> {
  const { interestYear: year, interestFrom: from } = settingsFromStored(await storedSettings(db)).settings.invoices
  return { year, from }
}

type BillRow = ContractFactsRow & {
  customer_id: number
  invoice_id: number
  contract_id: number
  number: string
  is_held: boolean
  stored: StoredCheck | null
  energy: string
  starts_on: MarketDay
  ends_on: MarketDay
  due_on: MarketDay
  issued_on: MarketDay
  amount_total_cents: number
  rectificative_type: string
  content: InvoiceContent
  cups: string
  is_recounting: boolean
  is_taken_back: boolean
  before: DayRange | null
  corrected: { dueOn: MarketDay; amountTotalCents: number; lines: BillLine[] } | null
  wallet_cents: number | null
  overbilling: Overbilling | null
}

async function readBills(db: Database, keys: readonly InvoiceId[]): Promise<BillRow[]> {
  const holders = customerIdsOf(keys)
  // Where bills are distributed, those of one holder are read on one node only if each table is restricted to it.
  const ofHolders = (table: string) => isOfSingle(`${table}.customer_id`, holders)
  const { rows } = await sql<BillRow>`
    select invoice.customer_id, invoice.invoice_id, invoice.contract_id, number, is_held, invoice.energy,
      invoice.starts_on, invoice.ends_on, due_on, amount_total_cents, rectificative_type, content,
      contract.cups, issued_on, ${selectStoredCheck(ofHolders)} as stored,
      case when correction ->> 'kind' = 'overbilled' then correction end as overbilling, ${selectContractFacts(holders)},
      exists (select from curve_recount recount
        where ${ofHolders('recount')} and recount.customer_id = contract.customer_id and recount.contract_id = contract.contract_id) as is_recounting,
      ${selectTakenBack(ofHolders)} as is_taken_back, ${selectBillBefore(ofHolders)} as before, ${selectCorrected(ofHolders)} as corrected,
      (select sum(amount_cents)::integer from battery_entry entry
        where ${ofHolders('entry')} and entry.customer_id = invoice.customer_id and entry.invoice_id = invoice.invoice_id
          and reason = 'discount') as wallet_cents
    from unnest(
        ${keys.map(({ customerId }) => customerId)}::bigint[], ${keys.map(({ invoiceId }) => invoiceId)}::bigint[]
      ) as wanted (customer_id, invoice_id)
      join invoice using (customer_id, invoice_id)
      join contract using (customer_id, contract_id)
      join product on product.product_id = contract.product_id
      join supply_point on supply_point.supply_point_id = contract.supply_point_id
    where ${ofHolders('invoice')} and ${ofHolders('contract')}`.execute(db)
  return rows
}

/** Restricts a table to the holders of the bills that are read. */
type OfHolders = (table: string) => RawBuilder<boolean>

const selectTakenBack = (ofHolders: OfHolders) => sql`exists (
  select from invoice later
  where ${ofHolders('later')} and later.customer_id = invoice.customer_id and later.contract_id = invoice.contract_id
    and later.rectifies_invoice_id = invoice.invoice_id and later.rectificative_type in ('A', 'B', 'R'))`

/** The last bill that began before this one, that charges its days, and that nothing has taken back. */
const selectBillBefore = (ofHolders: OfHolders) => sql`(
  select json_build_object('firstDay', earlier.starts_on, 'lastDay', earlier.ends_on) from invoice earlier
  where ${ofHolders('earlier')} and earlier.customer_id = invoice.customer_id and earlier.contract_id = invoice.contract_id
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
  where ${ofHolders('original')} and original.customer_id = invoice.customer_id and original.invoice_id = invoice.rectifies_invoice_id)`

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

function keyOf({ customer_id, invoice_id }: BillRow): string {
  return `${customer_id} ${invoice_id}`
}
