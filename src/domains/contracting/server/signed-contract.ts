import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { settleClaim } from '#domains/accounts/server/claims.ts'
import { cancelDraft, dropClaim, dropSignerOf } from '#domains/accounts/server/ended-claims.ts'
import { type MessageToQueue, queueMessage } from '#domains/messages/server/queue-message.ts'
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
 * another, and what was made ready for its signer undone. Electricity and gas that one code signs are signed both or neither.
 */
export const signedContract: SignatureSubject = {
  async whenSigned(transaction, { customerId, contractIds, userId, now }) {
    const signed: Signed[] = []
    for (const contractId of contractIds) {
      const opened = await openSigned(transaction, { customerId, contractId, userId, now })
      if (!opened) return false
      signed.push(opened)
    }
    await queueMessage(transaction, { customerId, ...signedMessage(signed) }, now)
    return true
  },
  async whenExpired(transaction, { customerId, contractIds, subjectId, now }) {
    for (const contractId of contractIds) await cancelDraft(transaction, { customerId, contractId, now })
    await dropClaim(transaction, { customerId, now })
    await dropSignerOf(transaction, { customerId, contractId: subjectId, now })
  },
}

type Signed = { contractId: number; name: string; energy: 'electricity' | 'gas'; isSwitch: boolean }

/** A draft that is signed: it waits for the distributor, and its account is known as the holder's. Undefined where it is none any more. */
async function openSigned(
  transaction: Database,
  { userId, now, ...key }: Key & { userId: number; now: Date },
): Promise<Signed | undefined> {
  const { customerId, contractId } = key
  const signed = await updateDraft(transaction, key)
    .set({ signed_on: marketDayOf(now, 'Europe/Madrid') })
    .returning(['name', 'energy'])
    .executeTakeFirst()
  if (!signed) return undefined
  const holder = await signedHolder(transaction, key)
  const isProven = await isHolderProven(transaction, key)
  await settleClaim(transaction, { customerId, userId, holder, isProven, now })
  await moveLead(transaction, { ...key, state: 'signed', now })
  const data = { customer_id: customerId, contract_id: contractId }
  await queueEvent(transaction, { type: 'contract.signed', data }, now)
  const { name, energy } = signed
  return { contractId, name, energy: energy as Signed['energy'], isSwitch: await isSupplied(transaction, key) }
}

/** What is told once it is signed: of electricity and gas together in one message. */
function signedMessage(signed: readonly Signed[]): Omit<MessageToQueue, 'customerId'> {
  const electricity = signed.find(({ energy }) => energy === 'electricity')
  const gas = signed.find(({ energy }) => energy === 'gas')
  const { contractId, name, energy, isSwitch } = signed[0]!
  if (electricity && gas) {
    const values = {
      ...{ contract: electricity.name, gasContract: gas.name },
      ...{ electricityStart: startOf(electricity), gasStart: startOf(gas) },
    }
    return { kind: 'contracting.signedBoth', values, contractId, link: '/contracts/electricity' }
  }
  const link = `/contracts/${energy}/${encodeURIComponent(name)}` as const
  return isSwitch
    ? { kind: 'contracting.signed', values: { contract: name }, contractId, link }
    : { kind: 'contracting.signedNew', values: { contract: name, energy }, contractId, link }
}

function startOf({ isSwitch }: Signed): 'switch' | 'connection' {
  return isSwitch ? 'switch' : 'connection'
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
