import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { awaitingSignatureNames, type SignedChange } from '../rules.ts'

type ChangeOfContract = { customerId: number; contractId: number; kind: SignedChange }

/** Marks a contract as waiting for the signature of a change. */
export async function markAwaitingSignature(
  db: Database,
  {
    customerId,
    changeRequestId,
    contractId,
    kind,
    signatureId,
  }: ChangeOfContract & { changeRequestId: number; signatureId: string },
) {
  await db
    .updateTable('change_request')
    .set({ signature_id: signatureId })
    .where('customer_id', '=', customerId)
    .where('change_request_id', '=', changeRequestId)
    .execute()
  const name = awaitingSignatureNames[kind]
  await updateContract(db, { customerId, contractId })
    .set({
      waiting_for_signature: sql<string[]>`array_append(array_remove(waiting_for_signature, ${name}), ${name})`,
      ...(kind === 'no_cession_sips' && { no_sips_cession: 'requested' }),
    })
    .execute()
}

/** Clears the mark, whatever the outcome of the signature. */
export async function clearAwaitingSignature(db: Database, { customerId, contractId, kind }: ChangeOfContract) {
  await updateContract(db, { customerId, contractId })
    .set({ waiting_for_signature: sql<string[]>`array_remove(waiting_for_signature, ${awaitingSignatureNames[kind]})` })
    .execute()
}

/** Returns an update of the contract row that also increments its version. */
export function updateContract(db: Database, { customerId, contractId }: Omit<ChangeOfContract, 'kind'>) {
  return db
    .updateTable('contract')
    .set((row) => ({ version: row('contract.version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
}
