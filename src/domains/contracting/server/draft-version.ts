import type { Database } from '#db/database.ts'
import { versionOf } from '#kit/server/content-version.ts'

type LeadKey = { lead_id: number; electricity_lead_id: number | null }

/**
 * The version of what is typed and sent of a contract. The halves of a dual contract have one together: a device goes on with
 * both, and a step of one changes what is kept as typed of the other.
 */
export async function draftVersion(db: Database, lead: LeadKey): Promise<string> {
  const first = lead.electricity_lead_id ?? lead.lead_id
  const halves = await db
    .selectFrom('lead')
    .where((where) => where.or([where('lead_id', '=', first), where('electricity_lead_id', '=', first)]))
    .orderBy('lead_id')
    .select(['lead_id', 'steps', 'typed'])
    .execute()
  return versionOf(halves.map(({ lead_id, steps, typed }) => [lead_id, steps, typed]))
}

/** The same of a draft that is about to be changed: until the transaction ends no other device changes either half. */
export async function lockedDraftVersion(db: Database, lead: LeadKey): Promise<string> {
  const first = lead.electricity_lead_id ?? lead.lead_id
  await db.selectFrom('lead').where('lead_id', '=', first).select('lead_id').forUpdate().execute()
  return draftVersion(db, lead)
}
