import type { ExpressionBuilder, Insertable, Updateable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, Lead } from '#db/tables.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Locale } from '#kit/locale.ts'
import type { LeadKind } from '../rules.ts'

/** For how long somebody who went away can come back to it. */
const leadDays = 30

/**
 * Whose lead it is: the visitor's by their key, a signed-in user's on every device, and of whoever came by its mailed link,
 * whose secret their browser keeps.
 */
export type LeadOwner = { visitorHash: string | null; userId: number | null; resumeHash?: string | null }

type Beginning = { kind: LeadKind; visitorHash: string; userId: number | null; locale: Locale; now: Date }
type Kept = Pick<Insertable<Lead>, 'name' | 'email' | 'phone' | 'tax_id' | 'cups20' | 'steps' | 'electricity_lead_id'>

/** Begins a lead. @returns its id. */
export async function addLead(
  db: Database,
  { kind, visitorHash, userId, locale, now }: Beginning,
  kept: Partial<Kept & Pick<Insertable<Lead>, 'state' | 'findings'>> = {},
): Promise<number> {
  const { lead_id } = await db
    .insertInto('lead')
    .values({
      ...kept,
      kind,
      visitor_hash: visitorHash,
      user_id: userId,
      locale,
      created_at: now,
      updated_at: now,
      expires_at: leadEnd(now),
    })
    .returning('lead_id')
    .executeTakeFirstOrThrow()
  await queueEvent(db, { type: 'lead.made', data: { lead_id, kind } }, now)
  return lead_id
}

/** A lead of the owner's own that has not been forgotten; locked against another device inside a transaction. */
export function findOwnLead(db: Database, { leadId, owner, now }: { leadId: number; owner: LeadOwner; now: Date }) {
  return db
    .selectFrom('lead')
    .where('lead_id', '=', leadId)
    .where('expires_at', '>', now)
    .where((where) =>
      where.or([
        isOf(where, owner),
        // Whoever has the electricity of a dual contract has its gas too, wherever that was begun.
        where(
          'electricity_lead_id',
          'in',
          where
            .selectFrom('lead')
            .where('expires_at', '>', now)
            .where((half) => isOf(half, owner))
            .select('lead_id'),
        ),
      ]),
    )
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

function isOf(where: ExpressionBuilder<DB, 'lead'>, { visitorHash, userId, resumeHash = null }: LeadOwner) {
  return where.or([
    ...(visitorHash === null ? [] : [where('visitor_hash', '=', visitorHash)]),
    ...(userId === null ? [] : [where('user_id', '=', userId)]),
    ...(resumeHash === null ? [] : [where('resume_hash', '=', resumeHash)]),
  ])
}

/** The lead that a mailed link leads to; undefined when the lead is over or another link took its place. */
export function findLeadOfLink(db: Database, { resumeHash, now }: { resumeHash: string; now: Date }) {
  return db
    .selectFrom('lead')
    .where('resume_hash', '=', resumeHash)
    .where('expires_at', '>', now)
    .select(['lead_id', 'kind'])
    .executeTakeFirst()
}

/** Changes a lead that was found as the owner's, and lets it live on. */
export async function updateLead(
  db: Database,
  { leadId, now }: { leadId: number; now: Date },
  change: Updateable<Lead>,
): Promise<void> {
  await db
    .updateTable('lead')
    .set({ ...change, updated_at: now, expires_at: leadEnd(now) })
    .where('lead_id', '=', leadId)
    .execute()
  const { state, customer_id = null, contract_id = null } = change
  if (state === undefined || state === 'open') return
  await queueEvent(db, { type: 'lead.closed', data: { lead_id: leadId, state, customer_id, contract_id } }, now)
}

/** Until when a lead lives that is worked on now. */
export function leadEnd(now: Date): Date {
  return new Date(now.getTime() + leadDays * 24 * 3_600_000)
}
