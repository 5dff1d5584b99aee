import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, DebitReturn as DebitReturnRow } from '#db/tables.ts'
import type { ItemKind } from '#domains/payments/rules.ts'
import { addDays } from '#vocabulary/day.ts'
import { isSameReturn, type MatchCandidate, plainReference, type ReturnedDebit, referenceOf } from '../rules.ts'

/** A stored return. */
export type StoredReturn = Selectable<DebitReturnRow>

/** Lets one import at a time decide what is new, until its transaction ends. */
export async function lockReturns(db: Database) {
  await sql`select pg_advisory_xact_lock(hashtext('debit_return'))`.execute(db)
}

/** Returns the stored return that a report repeats, if there is one. */
export async function findSameReturn(db: Database, debit: ReturnedDebit): Promise<StoredReturn | undefined> {
  const rows = await db
    .selectFrom('debit_return')
    .where('amount_cents', '=', debit.amountCents)
    .where('plain_reference', 'is not distinct from', referenceOf(debit))
    .orderBy('debit_return_id')
    .selectAll()
    .execute()
  return rows.find((row) => isSameReturn(toReturnedDebit(row), debit))
}

/** Returns a row as the report that it came from. */
export function toReturnedDebit(row: StoredReturn): ReturnedDebit {
  const { end_to_end_id: endToEndId, mandate_id: mandateId, iban, amount_cents: amountCents, concept } = row
  const { reason_code: reasonCode, collected_on: collectedOn, returned_on: returnedOn, debtor_name: debtorName } = row
  return { endToEndId, mandateId, iban, amountCents, reasonCode, collectedOn, returnedOn, debtorName, concept }
}

/** An invoice that a return may be of, with its key. */
export type InvoiceCandidate = MatchCandidate & {
  customerId: number
  contractId: number | null
  kind: ItemKind
  itemId: number
}

/** Days before its return within which an invoice is found by mandate or account. */
const searchDays = 120

type CandidateRow = {
  by: MatchCandidate['by']
  kind: ItemKind
  customer_id: number
  item_id: number
  contract_id: number | null
  amount_total_cents: number
}

/**
 * Finds the invoices that a return may be of: by its reference or a word of its concept, by its mandate, which is named
 * for the contract, or by the account that pays the contract. Invoices that are paid with others are not collected.
 */
export async function findCandidates(db: Database, debit: ReturnedDebit): Promise<InvoiceCandidate[]> {
  // Short words of a concept are no numbers of invoices.
  const conceptParts = (debit.concept ?? '').split(/\s+/).map(plainReference)
  const references = [referenceOf(debit), ...conceptParts.filter((part) => part.length > 3)].filter(
    (each) => each !== null,
  )
  const [from, to] = [addDays(debit.returnedOn, -searchDays), debit.returnedOn]
  const ofContract = (by: 'mandate' | 'account', condition: RawBuilder<unknown>) => sql`
    select ${by} as by, 'invoice' as kind, customer_id, invoice_id as item_id, contract_id, amount_total_cents
    from invoice join contract using (customer_id, contract_id)
    where ${condition} and issued_on between ${from} and ${to} and ${isCollectedAlone}`
  const { rows } = await sql<CandidateRow>`
    select 'reference' as by, 'invoice' as kind, customer_id, invoice_id as item_id, contract_id, amount_total_cents
      from invoice where ${plain('number')} = any(${references}) and ${isCollectedAlone}
    union all
    select 'reference', 'multipoint_invoice', customer_id, multipoint_invoice_id, null, amount_total_cents
      from multipoint_invoice where ${plain('number')} = any(${references})
    union all ${ofContract('mandate', sql`${plain('contract.name')} = any(${mandateNames(debit)})`)}
    union all ${ofContract('account', sql`contract.iban = ${debit.iban}`)}`.execute(db)
  return rows.map((row) => ({
    by: row.by,
    key: `${row.kind}:${row.item_id}`,
    amountTotalCents: row.amount_total_cents,
    customerId: row.customer_id,
    contractId: row.contract_id,
    kind: row.kind,
    itemId: row.item_id,
  }))
}

const isCollectedAlone = sql`multipoint_invoice_id is null and rectificative_type not in ('A', 'B')`

function plain(column: string): RawBuilder<string> {
  return sql`upper(regexp_replace(${sql.ref(column)}, '[^A-Za-z0-9]', '', 'g'))`
}

/** A mandate is named for its contract, with the instant of its signature or without. */
function mandateNames({ mandateId }: ReturnedDebit): string[] {
  if (mandateId === null) return []
  return [plainReference(mandateId), plainReference(mandateId.replace(/-\d{14}$/, ''))]
}

/** Adds a return. @returns its id. */
export async function insertReturn(db: Database, row: Insertable<DB['debit_return']>): Promise<number> {
  const { debit_return_id: id } = await db
    .insertInto('debit_return')
    .values(row)
    .returning('debit_return_id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a return until the transaction ends, and returns it as it is then. */
export function lockReturn(db: Database, id: number): Promise<StoredReturn> {
  return db
    .selectFrom('debit_return')
    .where('debit_return_id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Changes a return. */
export async function updateReturn(db: Database, id: number, set: Partial<Insertable<DB['debit_return']>>) {
  await db.updateTable('debit_return').set(set).where('debit_return_id', '=', id).execute()
}
