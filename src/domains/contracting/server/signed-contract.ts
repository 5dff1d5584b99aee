import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SignatureSubject } from '#domains/signatures/server/subjects.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'

/**
 * What becomes of the draft of a contract when it is signed: it is open and waits for the distributor, and its account is
 * known as the holder's. Unsigned in time it is cancelled, and its supply free for another.
 */
export const signedContract: SignatureSubject = {
  async whenSigned(transaction, { customerId, subjectId: contractId, now }) {
    const signed = await updateDraft(transaction, { customerId, contractId })
      .set({ signed_on: marketDayOf(now, 'Europe/Madrid') })
      .returning(['name', 'energy'])
      .executeTakeFirst()
    if (!signed) return
    const { name, energy } = signed
    await moveLead(transaction, { customerId, contractId, state: 'signed', now })
    const link = `/contracts/${energy as 'electricity' | 'gas'}/${encodeURIComponent(name)}` as const
    const message = { kind: 'contracting.signed', values: { contract: name }, customerId, contractId, link } as const
    await queueMessage(transaction, message, now)
    const data = { customer_id: customerId, contract_id: contractId }
    await queueEvent(transaction, { type: 'contract.signed', data }, now)
  },
  async whenExpired(transaction, { customerId, subjectId: contractId, now }) {
    await updateDraft(transaction, { customerId, contractId }).set({ state: 'cancelada' }).execute()
    await moveLead(transaction, { customerId, contractId, state: 'left', now })
    const data = { customer_id: customerId, contract_id: contractId }
    await queueEvent(transaction, { type: 'contract.expired', data }, now)
  },
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

async function moveLead(
  db: Database,
  { customerId, contractId, state, now }: Key & { state: 'signed' | 'left'; now: Date },
) {
  await db
    .updateTable('lead')
    .set({ state, updated_at: now })
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .execute()
}
