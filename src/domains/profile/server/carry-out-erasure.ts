import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { markCustomersErased, releaseClaims } from '#domains/customers/server/customer-store.ts'
import { removeRecipient } from '#domains/messages/server/outbox-recipients.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { removePayerEmail } from '#domains/payments/server/attempt-store.ts'
import { queueFileRemoval } from '#domains/retention/server/stored-file-removal.ts'
import { markAccountErased } from '#domains/session/server/accounts/account-changes.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { formatDay } from '#vocabulary/format.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import type { ErasureObstacle } from '../erasure-rules.ts'
import { canMoveErasure } from '../rules.ts'
import { blockRows } from './blocked-data.ts'
import { endErasureDuty, endExportDuty } from './data-duties.ts'
import { type ErasurePlan, findErasedOwner, planErasure, retentionDayOf } from './erasure-plan.ts'
import { lockErasure, updateErasure } from './erasure-store.ts'
import { type ErasedTable, erasedTables } from './personal-data-rules.ts'
import type { DataOwner } from './row-conditions.ts'

type CarryOutInput = {
  erasureId: number
  /** The operator who carries it out. */
  operatorId?: number
  encryptionKeys: KeyRing
  requestId?: string
  now: Date
}

export type ErasureOutcome =
  | { outcome: 'erased'; plan: ErasurePlan }
  | { outcome: 'obstacles'; obstacles: ErasureObstacle[] }
  | { outcome: 'missing' }
  | { outcome: 'closed' }

/**
 * Carries out an erasure request: removes what nothing retains, stores encrypted what the law retains, and clears the
 * identifying columns of the rest. Runs in one transaction; a second call returns `closed`. The person is notified by a
 * last mail.
 */
export function carryOutErasure(db: Kysely<DB>, input: CarryOutInput): Promise<ErasureOutcome> {
  const { erasureId, now } = input
  return db.transaction().execute(async (transaction): Promise<ErasureOutcome> => {
    const request = await lockErasure(transaction, { erasureId })
    if (!request) return { outcome: 'missing' }
    if (!canMoveErasure(request.state, 'done')) return { outcome: 'closed' }
    const { user_id: userId } = request
    const account = await lockPerson(transaction, userId)
    const plan = await planErasure(transaction, userId)
    if (plan.obstacles.length > 0) return { outcome: 'obstacles', obstacles: plan.obstacles }

    const owner = await findErasedOwner(transaction, userId)
    await insertErasureRecord(transaction, { ...input, owner, plan })
    await blockRetainedRows(transaction, { ...input, owner, plan })
    await removeTraces(transaction, { owner, email: account.email })
    await eraseRows(transaction, { owner, plan, now })
    await markAccountErased(transaction, userId, now)
    await markCustomersErased(transaction, owner.customerIds, now)
    await finishErasure(transaction, {
      ...input,
      userId,
      email: account.email,
      locale: account.locale,
      plan,
    })
    return { outcome: 'erased', plan }
  })
}

/** Locks the account and its holders, so that meanwhile nobody signs in, pays or changes anything for them. */
async function lockPerson(db: Database, userId: number) {
  const account = await db
    .selectFrom('user_account')
    .where('user_id', '=', userId)
    .select(['email', 'locale'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { customerIds } = await findErasedOwner(db, userId)
  if (customerIds.length)
    await db
      .selectFrom('customer')
      .where('customer_id', 'in', customerIds)
      .orderBy('customer_id')
      .select('customer_id')
      .forUpdate()
      .execute()
  return account
}

type ErasureContext = CarryOutInput & { owner: DataOwner; plan: ErasurePlan }

async function insertErasureRecord(db: Database, { erasureId, owner, plan, now }: ErasureContext) {
  await db
    .insertInto('erasure_record')
    .values({
      erasure_request_id: erasureId,
      user_id: owner.userId,
      customer_ids: owner.customerIds,
      erased_at: now,
      sheet: JSON.stringify(plan.tables),
      claims_until: plan.until.claims,
      books_until: plan.until.books,
    })
    .execute()
}

async function blockRetainedRows(db: Database, { erasureId, owner, plan, encryptionKeys }: ErasureContext) {
  for (const table of erasedTables) {
    const { erase } = table
    if ((erase.does !== 'block' && erase.does !== 'strip') || !erase.ground) continue
    const until = retentionDayOf(erase.ground, plan.until)
    if (until !== null) await blockRows(db, table, { erasureId, owner, until, encryptionKeys })
  }
}

/** Clears what identifies the person in rows that belong to others and stay. */
async function removeTraces(db: Database, { owner, email }: { owner: DataOwner; email: string }) {
  const { userId } = owner
  await releaseClaims(db, userId)
  await removePayerEmail(db, email)
  await removeRecipient(db, { userId, email })
}

/** Tables erased in this order: parts before the rows they belong to, and last the rows that define ownership. */
const tablesErasedLast = [
  ...(['support_message', 'support_case', 'lead', 'newsletter_subscriber', 'upload', 'session'] as const),
  ...(['contract', 'address', 'customer', 'user_customer', 'user_account'] as const),
]

async function eraseRows(db: Database, { owner, plan, now }: Pick<ErasureContext, 'owner' | 'plan' | 'now'>) {
  // Ownership of files is determined by cases and leads, which are deleted first.
  const uploads = erasedTables.find(({ name }) => name === 'upload')!
  const { rows } = await sql<{ upload_id: string }>`
    select upload_id from upload as owned where ${uploads.rows(owner)}`.execute(db)
  const uploadIds = rows.map(({ upload_id }) => upload_id)
  const isUpload = () => sql<boolean>`upload_id = any(${uploadIds}::uuid[])`
  const rank = ({ name }: ErasedTable) => (tablesErasedLast as readonly string[]).indexOf(name)
  for (const table of [...erasedTables].sort((one, other) => rank(one) - rank(other)))
    await eraseTable(db, table.name === 'upload' ? { ...table, rows: isUpload } : table, { owner, plan, now })
}

async function eraseTable(
  db: Database,
  { name, rows: isOwnRow, erase }: ErasedTable,
  { owner, plan, now }: Pick<ErasureContext, 'owner' | 'plan' | 'now'>,
) {
  if (erase.does === 'strip') {
    const changes = Object.entries(erase.set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${sql.table(name)} as owned set ${sql.join(changes)} where ${isOwnRow(owner)}`.execute(db)
  }
  // Rows that would be left until a day are removed at once if there is no such day.
  const isRemoved = plan.tables.some(({ table, does }) => table === name && (does === 'remove' || does === 'block'))
  if (!isRemoved) return
  const files = ('files' in erase ? (erase.files ?? []) : []).map((column) => sql.ref(column))
  const { rows } = await sql<{ files: (string | null)[] }>`
    delete from ${sql.table(name)} as owned where ${isOwnRow(owner)}
    returning ${files.length ? sql`array[${sql.join(files)}]` : sql`'{}'::text[]`} as files`.execute(db)
  // Blocked data refers to a blocked file, which therefore stays until its day.
  await queueFileRemoval(
    db,
    rows.flatMap((row) => row.files.filter((file) => file !== null)),
    now,
  )
}

type FinishInput = CarryOutInput & { userId: number; email: string; locale: string; plan: ErasurePlan }

async function finishErasure(
  db: Database,
  { erasureId, userId, operatorId, requestId, now, email, locale, plan }: FinishInput,
) {
  const isPartly = plan.until.books !== null || plan.until.claims !== null
  const state = isPartly ? 'partly_done' : 'done'
  await endErasureDuty(db, await updateErasure(db, { erasureId, state, now }), now)
  await endExportDuty(db, userId, 'cancelled', now)
  const language = parseLocale(locale) ?? 'es'
  const dayIn = (day: string | null) => (day === null ? 'none' : formatDay(day, language))
  const values = { number: erasureId, books: dayIn(plan.until.books), claims: dayIn(plan.until.claims) }
  await queueMessage(db, { kind: 'profile.erased', values, toAddress: email, locale: language }, now)
  await writeAudit(db, {
    action: 'erasure_carried_out',
    actorUserId: operatorId,
    subject: `erasure_request:${erasureId}`,
    after: { state, tables: plan.tables },
    requestId,
  })
}
