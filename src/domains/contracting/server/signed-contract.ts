import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { settleClaim } from '#domains/accounts/server/claims.ts'
import { cancelDraft, dropClaim, dropSignerOf } from '#domains/accounts/server/ended-claims.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SignatureSubject } from '#domains/signatures/server/subjects.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { provesHolder } from '../person-rules.ts'
import type { Findings } from './check-applicant.ts'
import type { KeptSteps } from './lead-steps.ts'
import { isSuppliedNow } from './make-contract.ts'

/**
 * What becomes of the draft of a contract when it is signed: it is open and waits for the distributor, and its account is
 * known as the holder's; of a claim its signer sees the holder now. Unsigned in time it is cancelled, its supply free for
 * another, and what was made ready for its signer undone.
 */
export const signedContract: SignatureSubject = {
  async whenSigned(transaction, { customerId, subjectId: contractId, userId, now }) {
    const signed = await updateDraft(transaction, { customerId, contractId })
      .set({ signed_on: marketDayOf(now, 'Europe/Madrid') })
      .returning(['name', 'energy'])
      .executeTakeFirst()
    if (!signed) return
    const holder = await signedHolder(transaction, { customerId, contractId })
    const isProven = await isHolderProven(transaction, { customerId, contractId })
    await settleClaim(transaction, { customerId, userId, holder, isProven, now })
    const { name, energy } = signed
    await moveLead(transaction, { customerId, contractId, state: 'signed', now })
    const link = `/contracts/${energy as 'electricity' | 'gas'}/${encodeURIComponent(name)}` as const
    const about = { customerId, contractId, link } as const
    const isSwitch = await isSupplied(transaction, { customerId, contractId })
    const kind = isSwitch ? 'contracting.signed' : 'contracting.signedNew'
    const values: Record<string, string> = isSwitch ? { contract: name } : { contract: name, energy }
    await queueMessage(transaction, { ...about, kind, values }, now)
    const data = { customer_id: customerId, contract_id: contractId }
    await queueEvent(transaction, { type: 'contract.signed', data }, now)
  },
  async whenExpired(transaction, { customerId, subjectId: contractId, now }) {
    await cancelDraft(transaction, { customerId, contractId, now })
    await dropClaim(transaction, customerId)
    await dropSignerOf(transaction, { customerId, contractId })
  },
}

/** The holder as the signed document has them. */
async function signedHolder(db: Database, { customerId, contractId }: Key) {
  return db
    .selectFrom('contract')
    .innerJoin('address', (join) =>
      join
        .onRef('address.customer_id', '=', 'contract.customer_id')
        .onRef('address.address_id', '=', 'contract.notification_address_id'),
    )
    .where('contract.customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select(['payer_name as name', 'payer_address as fiscalAddress', 'address.email', 'address.phone'])
    .executeTakeFirstOrThrow()
}

/** Whether the identity document that came with the lead, or with the electricity that it shares its person with, is the holder's. */
async function isHolderProven(db: Database, { customerId, contractId }: Key): Promise<boolean> {
  const lead = await db
    .selectFrom('lead')
    .leftJoin('lead as electricity', 'electricity.lead_id', 'lead.electricity_lead_id')
    .where('lead.customer_id', '=', customerId)
    .where('lead.contract_id', '=', contractId)
    .select([
      'lead.steps',
      'lead.findings',
      'electricity.steps as sharedSteps',
      'electricity.findings as sharedFindings',
    ])
    .executeTakeFirst()
  if (!lead) return false
  const isOwn = (lead.steps as KeptSteps)[2] !== undefined
  const person = ((isOwn ? lead.steps : lead.sharedSteps) as KeptSteps | null)?.[2]
  const { isSamePerson } = ((isOwn ? lead.findings : lead.sharedFindings) ?? {}) as Findings
  return person !== undefined && provesHolder({ ownerType: person.owner.type, isSamePerson })
}

/** Whether the place had a supply when its contract was asked for; a contract that no lead tells of is taken for a switch. */
async function isSupplied(db: Database, { customerId, contractId }: Key): Promise<boolean> {
  const lead = await db
    .selectFrom('lead')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select('steps')
    .executeTakeFirst()
  return lead === undefined || isSuppliedNow(lead.steps as KeptSteps)
}

type Key = { customerId: number; contractId: number }

function updateDraft(db: Database, { customerId, contractId }: Key) {
  return db
    .updateTable('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('state', '=', 'esborrany')
    .where('signed_on', 'is', null)
    .set({
      waiting_for_signature: sql`array_remove(waiting_for_signature, 'contract')`,
      version: sql`version + 1`,
    })
}

async function moveLead(db: Database, { customerId, contractId, state, now }: Key & { state: 'signed'; now: Date }) {
  await db
    .updateTable('lead')
    .set({ state, updated_at: now })
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .execute()
}
