import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Contract, DB } from '#db/tables.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'

export type ContractKey = { customerId: number; contractId: number }

type ContractChange = Pick<
  Updateable<Contract>,
  | 'iban'
  | 'payment_means'
  | 'invoice_delivery'
  | 'no_sips_cession'
  | 'notification_address_id'
  | 'power_watts'
  | 'tariff'
  | 'tariff_from'
> & {
  /** What now waits for a signature of the holder, by its name in the API. */
  nowAwaited?: string
  /** What no longer waits for a signature. */
  noLongerAwaited?: string
}

/** Changes terms of a contract, and what it waits for. Increments its version. */
export async function updateContract(
  db: Database,
  key: ContractKey,
  { nowAwaited, noLongerAwaited, ...terms }: ContractChange,
) {
  await selectForUpdate(db, key)
    .set(terms)
    .$if(nowAwaited !== undefined, (query) => query.set({ waiting_for_signature: withAwaited(nowAwaited!) }))
    .$if(noLongerAwaited !== undefined, (query) =>
      query.set({ waiting_for_signature: withoutAwaited(noLongerAwaited!) }),
    )
    .execute()
  if (terms.iban) await recordBankAccounts(db, [key.customerId])
}

/** Inserts the draft of a contract, which waits for its own signature. @returns its id. */
export async function insertDraftContract(
  db: Database,
  row: Omit<Insertable<Contract>, 'state' | 'signed_on' | 'waiting_for_signature'>,
): Promise<number> {
  const { contract_id } = await db
    .insertInto('contract')
    .values({ ...row, state: 'esborrany', waiting_for_signature: ['contract'] })
    .returning('contract_id')
    .executeTakeFirstOrThrow()
  return contract_id
}

/** Marks a draft as signed on a day. Returns undefined where it is no longer a draft. */
export async function signDraftContract(
  db: Database,
  key: ContractKey,
  day: MarketDay,
): Promise<Pick<Selectable<Contract>, 'name' | 'energy' | 'switch_on'> | undefined> {
  const signed = await selectUnsignedDraft(db, key)
    .set({ signed_on: day })
    .returning(['name', 'energy', 'switch_on'])
    .executeTakeFirst()
  if (signed) await recordBankAccounts(db, [key.customerId])
  return signed
}

/** Cancels an unsigned draft. Returns false where it is no longer one. */
export async function cancelDraftContract(db: Database, key: ContractKey): Promise<boolean> {
  const cancelled = await selectUnsignedDraft(db, key).set({ state: 'cancelada' }).executeTakeFirst()
  return cancelled.numUpdatedRows > 0n
}

/** Cancels a signed contract that has not begun. Returns false where it has, or is cancelled. */
export async function cancelSignedDraftContract(db: Database, key: ContractKey): Promise<boolean> {
  const cancelled = await selectForUpdate(db, key)
    .where('state', '=', 'esborrany')
    .where('signed_on', 'is not', null)
    .set({ state: 'cancelada' })
    .executeTakeFirst()
  return cancelled.numUpdatedRows > 0n
}

/** Removes the bank accounts from all contracts of a holder. */
export async function removeBankAccounts(db: Database, customerId: number) {
  await db.updateTable('contract').set({ iban: null }).where('customer_id', '=', customerId).execute()
}

/** Stores imported contracts by holder and name. Returns those that were created or changed. */
export async function storeContractRows(db: Database, rows: readonly Insertable<DB['contract']>[]) {
  const written = await upsertRows(db, { table: 'contract', key: ['customer_id', 'name'], rows, isVersioned: true })
  await recordBankAccounts(db, [...new Set(written.map(({ customer_id }) => customer_id))])
  return written
}

/** Adds the accounts of these holders' contracts to those that they can choose again. That of an unsigned draft is not theirs yet. */
export async function recordBankAccounts(db: Database, customerIds: readonly number[]) {
  await sql`
    insert into bank_account (customer_id, iban)
    select distinct customer_id, iban from contract
    where ${isOneOf('customer_id', customerIds)} and iban is not null
      and not (state = 'esborrany' and signed_on is null)
      and not exists (
        select from bank_account known where known.customer_id = contract.customer_id and known.iban = contract.iban)
    on conflict (customer_id, iban) do nothing`.execute(db)
}

/** Updates CUPS and address of the contracts of these supply points. */
export async function updateSupplyOfContracts(db: Database, cups20s: readonly string[]) {
  await sql`
    update contract set cups = point.cups, supply_street = point.street, supply_city = point.city
    from supply_point point
    where point.supply_point_id = contract.supply_point_id and point.cups20 = any(${cups20s})
      and (contract.cups, supply_street, supply_city) is distinct from (point.cups, point.street, point.city)`.execute(
    db,
  )
}

function selectForUpdate(db: Database, { customerId, contractId }: ContractKey) {
  return db
    .updateTable('contract')
    .set((row) => ({ version: row('contract.version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
}

function selectUnsignedDraft(db: Database, key: ContractKey) {
  return selectForUpdate(db, key)
    .where('state', '=', 'esborrany')
    .where('signed_on', 'is', null)
    .set({ waiting_for_signature: withoutAwaited('contract') })
}

function withAwaited(name: string) {
  return sql<string[]>`array_append(array_remove(waiting_for_signature, ${name}), ${name})`
}

function withoutAwaited(name: string) {
  return sql<string[]>`array_remove(waiting_for_signature, ${name})`
}
