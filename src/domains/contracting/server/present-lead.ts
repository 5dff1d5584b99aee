import type { Database } from '#db/database.ts'
import type { findOwnLead } from '#domains/lead-records/server/lead-store.ts'
import type { Actor } from '#kit/actor.ts'
import type { Reply } from '#kit/call.ts'
import type { readLead } from '../api.ts'
import { draftVersion } from './draft-version.ts'

type Lead = NonNullable<Awaited<ReturnType<typeof findOwnLead>>>
type LeadReply = Reply<typeof readLead>

/**
 * Returns a lead as its owner continues it. The input is returned only while it is open: afterwards it is part of the
 * contract, which only the holder can see.
 */
export async function presentLead(db: Database, lead: Lead, actor: Actor): Promise<LeadReply> {
  const { lead_id, kind, state, steps_done, steps, typed, electricity_lead_id } = lead
  const gasLead = kind === 'gas' ? undefined : await findGasLead(db, lead_id)
  return {
    lead_id,
    version: await draftVersion(db, lead),
    kind: gasLead || electricity_lead_id !== null ? 'dual' : (kind as LeadReply['kind']),
    state: state as LeadReply['state'],
    steps_done,
    steps: state === 'open' ? (steps as LeadReply['steps']) : {},
    typed: state === 'open' ? (typed as LeadReply['typed']) : {},
    files: state === 'open' ? await filesOf(db, lead_id) : [],
    gas_lead_id: gasLead?.lead_id ?? null,
    signature: await findPendingSignature(db, lead, actor),
  }
}

async function filesOf(db: Database, leadId: number): Promise<LeadReply['files']> {
  const files = await db
    .selectFrom('lead_file')
    .innerJoin('upload', 'upload.upload_id', 'lead_file.upload_id')
    .where('lead_id', '=', leadId)
    .orderBy('upload.created_at')
    .select(['upload.upload_id', 'file_name', 'size_bytes'])
    .execute()
  return files.map(({ upload_id, file_name, size_bytes }) => ({ id: upload_id, name: file_name, size_bytes }))
}

/** Finds the gas of a dual contract by the lead of its electricity; undefined while none of it was sent. */
export function findGasLead(db: Database, electricityLeadId: number) {
  return db
    .selectFrom('lead')
    .where('electricity_lead_id', '=', electricityLeadId)
    .orderBy('lead_id', 'desc')
    .select(['lead_id', 'state'])
    .executeTakeFirst()
}

/** Returns where the contract is signed, to its signer only. */
async function findPendingSignature(
  db: Database,
  { customer_id: customerId, contract_id: contractId }: Lead,
  actor: Actor,
): Promise<LeadReply['signature']> {
  if (customerId === null || contractId === null || actor.kind !== 'customer') return null
  const pending = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where((of) => of.or([of('contract_id', '=', contractId), of('second_contract_id', '=', contractId)]))
    .where('requested_by_user_id', '=', actor.userId)
    .where('state', '=', 'waiting')
    .select('signature_id')
    .executeTakeFirst()
  return pending ? { id: pending.signature_id, url: `/signature/${pending.signature_id}` } : null
}
