import type { Database } from '#db/database.ts'
import type { findOwnLead } from '#domains/leads/server/lead-store.ts'
import type { Actor } from '#kit/actor.ts'
import type { Reply } from '#kit/call.ts'
import type { readLead } from '../api.ts'
import { draftVersion } from './draft-version.ts'

type Lead = NonNullable<Awaited<ReturnType<typeof findOwnLead>>>
type Told = Reply<typeof readLead>

/**
 * A lead as its owner goes on with it. What was typed comes back only while it is open: afterwards it stands in the contract,
 * which is the holder's alone.
 */
export async function presentLead(db: Database, lead: Lead, actor: Actor): Promise<Told> {
  const { lead_id, kind, state, steps_done, steps, typed, electricity_lead_id } = lead
  const gas = kind === 'gas' ? undefined : await gasHalfOf(db, lead_id)
  return {
    lead_id,
    version: await draftVersion(db, lead),
    kind: gas || electricity_lead_id !== null ? 'dual' : (kind as Told['kind']),
    state: state as Told['state'],
    steps_done,
    steps: state === 'open' ? (steps as Told['steps']) : {},
    typed: state === 'open' ? (typed as Told['typed']) : {},
    files: state === 'open' ? await filesOf(db, lead_id) : [],
    gas_lead_id: gas?.lead_id ?? null,
    signature: await signatureOf(db, lead, actor),
  }
}

async function filesOf(db: Database, leadId: number): Promise<Told['files']> {
  const files = await db
    .selectFrom('lead_file')
    .innerJoin('upload', 'upload.upload_id', 'lead_file.upload_id')
    .where('lead_id', '=', leadId)
    .orderBy('upload.created_at')
    .select(['upload.upload_id', 'file_name', 'size_bytes'])
    .execute()
  return files.map(({ upload_id, file_name, size_bytes }) => ({ id: upload_id, name: file_name, size_bytes }))
}

/** The gas of a dual contract, by the lead of its electricity; undefined while nothing of it was sent. */
export function gasHalfOf(db: Database, electricityLeadId: number) {
  return db
    .selectFrom('lead')
    .where('electricity_lead_id', '=', electricityLeadId)
    .orderBy('lead_id', 'desc')
    .select(['lead_id', 'state'])
    .executeTakeFirst()
}

/** Where the contract is signed, for whoever is to sign it and nobody else. */
async function signatureOf(
  db: Database,
  { customer_id: customerId, contract_id: contractId }: Lead,
  actor: Actor,
): Promise<Told['signature']> {
  if (customerId === null || contractId === null || actor.kind !== 'customer') return null
  const waiting = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where((of) => of.or([of('contract_id', '=', contractId), of('second_contract_id', '=', contractId)]))
    .where('requested_by_user_id', '=', actor.userId)
    .where('state', '=', 'waiting')
    .select('signature_id')
    .executeTakeFirst()
  return waiting ? { id: waiting.signature_id, url: `/signature/${waiting.signature_id}` } : null
}
