import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'

/** Closes the lead of a contract that is signed or was cancelled. */
export async function closeLeadOfContract(
  db: Database,
  {
    customerId,
    contractId,
    state,
    now,
  }: { customerId: number; contractId: number; state: 'signed' | 'left'; now: Date },
) {
  await db
    .updateTable('lead')
    .set({ state, updated_at: now })
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .execute()
}

/** Invalidates the mailed links to the leads of a user. */
export async function endResumeLinks(db: Database, userId: number) {
  await db.updateTable('lead').set({ resume_hash: null }).where('user_id', '=', userId).execute()
}

/** Merges what a check has found with what other checks have stored meanwhile. */
export async function addFindings(db: Database, leadId: number, findings: object) {
  await db
    .updateTable('lead')
    .set({ findings: sql`findings || ${JSON.stringify(findings)}::jsonb` })
    .where('lead_id', '=', leadId)
    .execute()
}

type CheckDecision = {
  leadId: number
  outcome: string
  reason: string | null
  findings: object
  operatorUserId: number
  now: Date
}

/** Stores the decision of an operator on the checks of a lead. */
export async function saveCheckDecision(
  db: Database,
  { leadId, outcome, reason, findings, operatorUserId, now }: CheckDecision,
) {
  await db
    .updateTable('lead')
    .set({
      check_outcome: outcome,
      check_reason: reason,
      checked_at: now,
      checked_by_user_id: operatorUserId,
      findings: JSON.stringify(findings),
    })
    .where('lead_id', '=', leadId)
    .execute()
}

type LeadHandling = { leadId: number; handling: string; note: string | null; userId: number; now: Date }

/** Stores how an operator handles a lead. */
export async function saveLeadHandling(db: Database, { leadId, handling, note, userId, now }: LeadHandling) {
  await db
    .updateTable('lead')
    .set({ handling, handling_note: note, handled_at: now, handled_by_user_id: userId })
    .where('lead_id', '=', leadId)
    .execute()
}

/** Removes a part from the drafts of leads. */
export async function removeDraftPart(db: Database, leadIds: readonly number[], part: string) {
  await db
    .updateTable('lead')
    .set({ typed: sql`typed - ${part}::text` })
    .where('lead_id', 'in', leadIds)
    .execute()
}

/**
 * Closes the open gas leads of a dual contract whose gas was left out: only the electricity contract is made, and the gas
 * steps that were sent are discarded with it.
 */
export async function closeExcludedGas(
  db: Database,
  { electricityLeadId, now }: { electricityLeadId: number; now: Date },
) {
  const closed = await db
    .updateTable('lead')
    .set({ state: 'left', updated_at: now })
    .where('electricity_lead_id', '=', electricityLeadId)
    .where('state', '=', 'open')
    .where((where) =>
      where.exists(
        where
          .selectFrom('lead as electricity')
          .where('electricity.lead_id', '=', electricityLeadId)
          .where(sql<boolean>`electricity.typed -> 'gas' ->> 'isIncluded' = 'false'`)
          .select('electricity.lead_id'),
      ),
    )
    .returning(['lead_id', 'state', 'customer_id', 'contract_id'])
    .execute()
  for (const data of closed) await queueEvent(db, { type: 'lead.closed', data }, now)
}
