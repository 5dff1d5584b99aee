import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Settings } from '#domains/operator/settings.ts'
import type { LeadKind } from '../rules.ts'

/**
 * Tells the retailer by mail that somebody has left their details or asks for a contract, within the transaction that keeps
 * them. Who it is stands in the operator's area alone.
 */
export async function tellRetailer(
  db: Database,
  { organization }: Pick<Settings, 'organization'>,
  { leadId, kind, now }: { leadId: number; kind: LeadKind; now: Date },
) {
  const toAddress = organization.leadsEmail || organization.email
  if (!toAddress) return
  const values = { number: String(leadId), kind }
  await queueMessage(db, { kind: 'leads.arrived', values, toAddress, link: `/operator/leads/${leadId}` }, now)
}
