import type { Database } from '#db/database.ts'
import { contentVersionOf } from '#kit/server/content-version.ts'

type LeadKey = { lead_id: number; electricity_lead_id: number | null }

/**
 * Returns the version of everything typed and sent of a contract. The halves of a dual contract share one: a device
 * continues both, and a step of one changes the stored draft of the other.
 */
export async function draftVersion(db: Database, lead: LeadKey): Promise<string> {
  const first = lead.electricity_lead_id ?? lead.lead_id
  const halves = await db
    .selectFrom('lead')
    .where((where) => where.or([where('lead_id', '=', first), where('electricity_lead_id', '=', first)]))
    .orderBy('lead_id')
    .select(['lead_id', 'steps', 'typed'])
    .execute()
  return contentVersionOf(halves.map(({ lead_id, steps, typed }) => [lead_id, steps, typed]))
}

/**
 * Returns the same version of a draft that is about to change, and locks both halves against other devices until the
 * transaction ends.
 */
export async function lockDraftVersion(db: Database, lead: LeadKey): Promise<string> {
  const first = lead.electricity_lead_id ?? lead.lead_id
  await db.selectFrom('lead').where('lead_id', '=', first).select('lead_id').forUpdate().execute()
  return draftVersion(db, lead)
}
