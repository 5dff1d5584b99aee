import type { ExpressionBuilder, Insertable, Updateable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, Lead } from '#db/tables.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { LeadKind } from '../lead-kinds.ts'

/** For how many days a visitor can return to a lead. */
const leadDays = 30

/**
 * The owner of a lead: the visitor by their key, a signed-in user on every device, or a visitor who came by its mailed
 * link, whose secret their browser stores.
 */
export type LeadOwner = { visitorHash: string | null; userId: number | null; resumeHash?: string | null }

type NewLead = { kind: LeadKind; visitorHash: string; userId: number | null; locale: Locale; now: Date }
type LeadColumns = Pick<
  Insertable<Lead>,
  'name' | 'email' | 'phone' | 'tax_id' | 'cups20' | 'steps' | 'electricity_lead_id'
>

/** Creates a lead. @returns its id. */
export async function insertLead(
  db: Database,
  { kind, visitorHash, userId, locale, now }: NewLead,
  columns: Partial<LeadColumns & Pick<Insertable<Lead>, 'state' | 'findings'>> = {},
): Promise<number> {
  const { lead_id } = await db
    .insertInto('lead')
    .values({
      ...columns,
      kind,
      visitor_hash: visitorHash,
      user_id: userId,
      locale,
      created_at: now,
      updated_at: now,
      expires_at: leadExpiry(now),
    })
    .returning('lead_id')
    .executeTakeFirstOrThrow()
  await queueEvent(db, { type: 'lead.made', data: { lead_id, kind } }, now)
  return lead_id
}

/** Finds a lead of the owner that has not expired; locked against other devices inside a transaction. */
export function findOwnLead(db: Database, { leadId, owner, now }: { leadId: number; owner: LeadOwner; now: Date }) {
  return db
    .selectFrom('lead')
    .where('lead_id', '=', leadId)
    .where('expires_at', '>', now)
    .where((where) =>
      where.or([
        isOwnedBy(where, owner),
        // The owner of the electricity of a dual contract also owns its gas, wherever that was begun.
        where(
          'electricity_lead_id',
          'in',
          where
            .selectFrom('lead')
            .where('expires_at', '>', now)
            .where((half) => isOwnedBy(half, owner))
            .select('lead_id'),
        ),
      ]),
    )
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

function isOwnedBy(where: ExpressionBuilder<DB, 'lead'>, { visitorHash, userId, resumeHash = null }: LeadOwner) {
  return where.or([
    ...(visitorHash === null ? [] : [where('visitor_hash', '=', visitorHash)]),
    ...(userId === null ? [] : [where('user_id', '=', userId)]),
    ...(resumeHash === null ? [] : [where('resume_hash', '=', resumeHash)]),
  ])
}

/** Finds the lead of a mailed link; undefined when the lead is over or another link has replaced it. */
export function findLeadByLink(db: Database, { resumeHash, now }: { resumeHash: string; now: Date }) {
  return db
    .selectFrom('lead')
    .where('resume_hash', '=', resumeHash)
    .where('expires_at', '>', now)
    .select(['lead_id', 'kind'])
    .executeTakeFirst()
}

/** Updates a lead that was found as the owner's, and extends its life. */
export async function updateLead(
  db: Database,
  { leadId, now }: { leadId: number; now: Date },
  change: Updateable<Lead>,
): Promise<void> {
  await db
    .updateTable('lead')
    .set({ ...change, updated_at: now, expires_at: leadExpiry(now) })
    .where('lead_id', '=', leadId)
    .execute()
  const { state, customer_id = null, contract_id = null } = change
  if (state === undefined || state === 'open') return
  await queueEvent(db, { type: 'lead.closed', data: { lead_id: leadId, state, customer_id, contract_id } }, now)
}

/** Returns the expiry of a lead that is used now. */
export function leadExpiry(now: Date): Date {
  return new Date(now.getTime() + leadDays * msPerDay)
}
