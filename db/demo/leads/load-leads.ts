import type { Database } from '#db/database.ts'
import { leadExpiry } from '#domains/lead-records/server/lead-store.ts'
import { cups20, parseCups } from '#vocabulary/cups.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { demoOperator } from '../demo-logins.ts'
import { createDemoLeads, type DemoLead, type LeadReferences } from './demo-leads.ts'

/** Stores the demo's leads and how far its operator has got with them. */
export async function loadLeads(db: Database, { now }: { now: Date }) {
  const named = await readLeadReferences(db, now)
  const operator = await db
    .selectFrom('user_account')
    .where('login', '=', demoOperator)
    .select('user_id')
    .executeTakeFirstOrThrow()
  const idOf = new Map<string, number>()
  for (const lead of createDemoLeads(named)) {
    const { lead_id } = await db
      .insertInto('lead')
      .values({ ...leadRowOf(lead, now, operator.user_id), electricity_lead_id: idOf.get(lead.gasOf ?? '') ?? null })
      .returning('lead_id')
      .executeTakeFirstOrThrow()
    idOf.set(lead.mailbox, lead_id)
  }
}

async function readLeadReferences(db: Database, now: Date): Promise<LeadReferences> {
  const products = await db.selectFrom('product').select(['product_id', 'name']).execute()
  const retailers = await db
    .selectFrom('origin_retailer')
    .where('energy', '=', 'electricity')
    .select(['origin_retailer_id', 'name'])
    .execute()
  return {
    today: marketDayOf(now, 'Europe/Madrid'),
    productOf: (wanted) => products.find(({ name }) => name === wanted)!.product_id,
    retailerOf: (wanted) => retailers.find(({ name }) => name === wanted)!.origin_retailer_id,
  }
}

function leadRowOf(lead: DemoLead, now: Date, operatorId: number) {
  const { kind, name, mailbox, phone, locale, hoursAgo, state = 'open', taxId, cups, steps, findings, handled } = lead
  const at = new Date(now.getTime() - hoursAgo * msPerHour)
  return {
    ...{ kind, state, locale, name, phone, created_at: at, updated_at: at, expires_at: leadExpiry(at) },
    email: `${mailbox}@example.test`,
    visitor_hash: `demo ${mailbox}`,
    tax_id: taxId ?? null,
    cups20: cups ? cups20(parseCups(cups)!) : null,
    steps: JSON.stringify(steps),
    steps_done: Object.keys(steps).filter((step) => /^\d$/.test(step)).length,
    findings: JSON.stringify(findings ?? {}),
    ...(handled && {
      handling: handled.as,
      handling_note: handled.note,
      handled_at: new Date(now.getTime() - handled.hoursAgo * msPerHour),
      handled_by_user_id: operatorId,
    }),
  }
}
