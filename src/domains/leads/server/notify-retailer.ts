import type { Database } from '#db/database.ts'
import type { LeadKind } from '#domains/lead-records/lead-kinds.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Settings } from '#domains/retailer/settings.ts'

/**
 * Notifies the retailer by mail of contact details left or a contract requested, within the transaction that stores
 * them. Personal data is shown in the back office only.
 */
export async function notifyRetailer(
  db: Database,
  { organization }: Pick<Settings, 'organization'>,
  { leadId, kind, now }: { leadId: number; kind: LeadKind; now: Date },
) {
  const toAddress = organization.leadsEmail || organization.email
  if (!toAddress) return
  const values = { number: String(leadId), kind }
  await queueMessage(db, { kind: 'leads.arrived', values, toAddress, link: `/operator/leads/${leadId}` }, now)
}
