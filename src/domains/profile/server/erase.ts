import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueFileRemoval } from '#domains/retention/server/stored-files.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { parseLocale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ErasureObstacle } from '../erasure-rules.ts'
import { mayMove } from '../rules.ts'
import { blockRows } from './blocked-data.ts'
import { dayOf, type ErasurePlan, erasedOwner, planErasure } from './erasure-plan.ts'
import { lockErasure, setErasure } from './erasure-store.ts'
import { type ErasedTable, erasedTables } from './held-tables.ts'
import type { Owner } from './owned-rows.ts'

type CarryingOut = {
  erasureId: number
  /** The operator who does it. */
  operatorId?: number
  sealingKeys: KeyRing
  requestId?: string
  now: Date
}

export type ErasureOutcome =
  | { outcome: 'erased'; plan: ErasurePlan }
  | { outcome: 'obstacles'; obstacles: ErasureObstacle[] }
  | { outcome: 'missing' }
  | { outcome: 'closed' }

/**
 * Erases whoever asked for it: removes what nothing keeps, puts away encrypted what the law says is kept, and empties what
 * says whose the rest is. All of it or nothing; the second time it is `closed`. Its owner is told by a last mail.
 */
export function carryOutErasure(db: Kysely<DB>, input: CarryingOut): Promise<ErasureOutcome> {
  const { erasureId, now } = input
  return db.transaction().execute(async (transaction): Promise<ErasureOutcome> => {
    const request = await lockErasure(transaction, { erasureId })
    if (!request) return { outcome: 'missing' }
    if (!mayMove(request.state, 'done')) return { outcome: 'closed' }
    const { user_id: userId } = request
    const account = await lockOwner(transaction, userId)
    const plan = await planErasure(transaction, userId)
    if (plan.obstacles.length > 0) return { outcome: 'obstacles', obstacles: plan.obstacles }

    const owner = await erasedOwner(transaction, userId)
    await writeRecord(transaction, { ...input, owner, plan })
    await blockAll(transaction, { ...input, owner, plan })
    await removeTraces(transaction, { owner, email: account.email })
    await eraseRows(transaction, { owner, plan, now })
    const marks = { erased_at: now }
    await transaction.updateTable('user_account').set(marks).where('user_id', '=', userId).execute()
    if (owner.customerIds.length)
      await transaction.updateTable('customer').set(marks).where('customer_id', 'in', owner.customerIds).execute()
    await finish(transaction, { ...input, email: account.email, locale: account.locale, plan })
    return { outcome: 'erased', plan }
  })
}

/** Nobody signs in, pays or changes anything for them meanwhile. */
async function lockOwner(db: Database, userId: number) {
  const account = await db
    .selectFrom('user_account')
    .where('user_id', '=', userId)
    .select(['email', 'locale'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { customerIds } = await erasedOwner(db, userId)
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

type Erasing = CarryingOut & { owner: Owner; plan: ErasurePlan }

async function writeRecord(db: Database, { erasureId, owner, plan, now }: Erasing) {
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

async function blockAll(db: Database, { erasureId, owner, plan, sealingKeys }: Erasing) {
  for (const table of erasedTables) {
    const { erase } = table
    if ((erase.does !== 'block' && erase.does !== 'strip') || !erase.ground) continue
    const until = dayOf(erase.ground, plan.until)
    if (until !== null) await blockRows(db, table, { erasureId, owner, until, sealingKeys })
  }
}

/** What names the person in rows that are somebody else's, and stay theirs. */
async function removeTraces(db: Database, { owner, email }: { owner: Owner; email: string }) {
  const { userId } = owner
  await sql`update customer set claimed_by_user_id = null where claimed_by_user_id = ${userId}`.execute(db)
  await sql`update payment_attempt set paid_by_email = '' where lower(paid_by_email) = lower(${email})`.execute(db)
  await sql`
    update outbox_message set sent_to = array_remove(sent_to, ${email}), refused_by = array_remove(refused_by, ${email})
    where user_id = ${userId} or ${email} = any(sent_to) or ${email} = any(refused_by)`.execute(db)
}

/** Parts before what they are part of, and last what says whose everything is. */
const eraseLast = [
  ...(['support_message', 'support_case', 'lead', 'newsletter_subscriber', 'upload', 'session'] as const),
  ...(['contract', 'address', 'customer', 'user_customer', 'user_account'] as const),
]

async function eraseRows(db: Database, { owner, plan, now }: Pick<Erasing, 'owner' | 'plan' | 'now'>) {
  // Which files are theirs is known by the cases and leads that go before them.
  const uploads = erasedTables.find(({ name }) => name === 'upload')!
  const { rows } = await sql<{ upload_id: string }>`
    select upload_id from upload as owned where ${uploads.rows(owner)}`.execute(db)
  const uploadIds = rows.map(({ upload_id }) => upload_id)
  const isUpload = () => sql<boolean>`upload_id = any(${uploadIds}::uuid[])`
  const rank = ({ name }: ErasedTable) => (eraseLast as readonly string[]).indexOf(name)
  for (const table of [...erasedTables].sort((one, other) => rank(one) - rank(other)))
    await eraseTable(db, table.name === 'upload' ? { ...table, rows: isUpload } : table, { owner, plan, now })
}

async function eraseTable(
  db: Database,
  { name, rows: isOwn, erase }: ErasedTable,
  { owner, plan, now }: Pick<Erasing, 'owner' | 'plan' | 'now'>,
) {
  if (erase.does === 'strip') {
    const changes = Object.entries(erase.set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${sql.table(name)} as owned set ${sql.join(changes)} where ${isOwn(owner)}`.execute(db)
  }
  // What would be left until a day that there is not goes at once.
  const isRemoved = plan.tables.some(({ table, does }) => table === name && (does === 'remove' || does === 'block'))
  if (!isRemoved) return
  const files = ('files' in erase ? (erase.files ?? []) : []).map((column) => sql.ref(column))
  const { rows } = await sql<{ files: (string | null)[] }>`
    delete from ${sql.table(name)} as owned where ${isOwn(owner)}
    returning ${files.length ? sql`array[${sql.join(files)}]` : sql`'{}'::text[]`} as files`.execute(db)
  // A file that is blocked is named there, and so stays until its day.
  await queueFileRemoval(
    db,
    rows.flatMap((row) => row.files.filter((file) => file !== null)),
    now,
  )
}

type Finishing = CarryingOut & { email: string; locale: string; plan: ErasurePlan }

async function finish(db: Database, { erasureId, operatorId, requestId, now, email, locale, plan }: Finishing) {
  const isPartly = plan.until.books !== null || plan.until.claims !== null
  const state = isPartly ? 'partly_done' : 'done'
  await setErasure(db, { erasureId, state, now })
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
