import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupplyDeclaration } from '#db/tables.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { DeclarationKind, DeclarationState } from '../../declaration-rules.ts'

export type DeclarationKey = { customerId: number; declarationId: number }

/** A declaration with its kind and state in their own types. */
export type Declaration = Omit<Selectable<SupplyDeclaration>, 'kind' | 'state'> & {
  kind: DeclarationKind
  state: DeclarationState
}

type NewDeclaration = {
  customerId: number
  contractId: number
  kind: DeclarationKind
  note: string | null
  validUntil: MarketDay | null
  userId: number
  now: Date
}

/** Adds a declaration of a contract's supply. @returns its id, or undefined if one is open already. */
export async function insertDeclaration(
  db: Database,
  { customerId, contractId, kind, note, validUntil, userId, now }: NewDeclaration,
): Promise<number | undefined> {
  const row = await db
    .insertInto('supply_declaration')
    .values({
      ...{ customer_id: customerId, contract_id: contractId, kind, note, valid_until: validUntil },
      ...{ state: 'open' satisfies DeclarationState, declared_by_user_id: userId, declared_at: now },
    })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'contract_id']).where('state', 'in', ['open', 'incomplete']).doNothing(),
    )
    .returning('supply_declaration_id')
    .executeTakeFirst()
  return row?.supply_declaration_id
}

/** Adds papers to a declaration, after those that it has. */
export async function addDeclarationFiles(
  db: Database,
  { customerId, declarationId }: DeclarationKey,
  uploadIds: readonly string[],
): Promise<void> {
  const { count } = await db
    .selectFrom('supply_declaration_file')
    .where('customer_id', '=', customerId)
    .where('supply_declaration_id', '=', declarationId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('supply_declaration_file')
    .values(
      uploadIds.map((uploadId, index) => ({
        ...{ customer_id: customerId, supply_declaration_id: declarationId, upload_id: uploadId },
        place: Number(count) + index,
      })),
    )
    .execute()
}

/** Locks a declaration until the transaction ends, and returns it as it is then. */
export async function lockDeclaration(
  db: Database,
  { customerId, declarationId }: DeclarationKey,
): Promise<Declaration> {
  const row = await db
    .selectFrom('supply_declaration')
    .where('customer_id', '=', customerId)
    .where('supply_declaration_id', '=', declarationId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row as Declaration
}

type DeclarationChange = Partial<
  Pick<Declaration, 'state' | 'answer' | 'accepted_until' | 'decided_by_user_id' | 'decided_at'>
>

/** Changes a declaration. */
export async function updateDeclaration(
  db: Database,
  { customerId, declarationId }: DeclarationKey,
  set: DeclarationChange,
): Promise<void> {
  await db
    .updateTable('supply_declaration')
    .set(set)
    .where('customer_id', '=', customerId)
    .where('supply_declaration_id', '=', declarationId)
    .execute()
}

/** Returns the states of the earlier declarations of a contract's supply. */
export async function findEarlierStates(
  db: Database,
  { customerId, contractId, declarationId }: DeclarationKey & { contractId: number },
): Promise<DeclarationState[]> {
  const rows = await db
    .selectFrom('supply_declaration')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('supply_declaration_id', '<', declarationId)
    .select('state')
    .execute()
  return rows.map(({ state }) => state as DeclarationState)
}

/** Returns declarations that were accepted until a day before this one, a limited number at a time. */
export async function findExpiredDeclarations(
  db: Database,
  { today, limit }: { today: MarketDay; limit: number },
): Promise<DeclarationKey[]> {
  const rows = await db
    .selectFrom('supply_declaration')
    .where('state', '=', 'accepted' satisfies DeclarationState)
    .where('accepted_until', '<', today)
    .orderBy('accepted_until')
    .limit(limit)
    .select(['customer_id as customerId', 'supply_declaration_id as declarationId'])
    .execute()
  return rows
}

/** Notes that the customers of what is accepted until a day are told that it ends, each once. @returns what ends. */
export async function claimDeclarationsToNotify(
  db: Database,
  { until, limit, now }: { until: MarketDay; limit: number; now: Date },
): Promise<Declaration[]> {
  const { rows } = await sql<Declaration>`
    update supply_declaration set end_notified_at = ${now}
    where end_notified_at is null and (customer_id, supply_declaration_id) in (
      select customer_id, supply_declaration_id from supply_declaration
      where state = 'accepted' and end_notified_at is null and accepted_until <= ${until}
      limit ${limit})
    returning *`.execute(db)
  return rows
}

/** Returns what else is accepted of a contract's supply. */
export async function findOtherAccepted(
  db: Database,
  { customerId, contractId, declarationId }: DeclarationKey & { contractId: number },
): Promise<DeclarationKey[]> {
  return db
    .selectFrom('supply_declaration')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('supply_declaration_id', '<>', declarationId)
    .where('state', '=', 'accepted' satisfies DeclarationState)
    .select(['customer_id as customerId', 'supply_declaration_id as declarationId'])
    .execute()
}

/** Returns incomplete declarations whose time to complete them is over, a limited number at a time. */
export async function findAbandonedDeclarations(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<DeclarationKey[]> {
  const rows = await db
    .selectFrom('duty')
    .where('kind', '=', 'declaration_completion')
    .where('state', '=', 'open')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .select(['customer_id', 'subject'])
    .execute()
  return rows.map(({ customer_id: customerId, subject }) => ({
    customerId: customerId!,
    declarationId: Number(subject.slice('declaration:'.length)),
  }))
}
