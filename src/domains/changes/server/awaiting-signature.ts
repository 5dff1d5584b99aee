import type { Database } from '#db/database.ts'
import { updateContract } from '#domains/contract-records/server/contract-store.ts'
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
  await updateContract(
    db,
    { customerId, contractId },
    { nowAwaited: name, ...(kind === 'no_cession_sips' && { no_sips_cession: 'requested' }) },
  )
}

/** Clears the mark, whatever the outcome of the signature. */
export async function clearAwaitingSignature(db: Database, { customerId, contractId, kind }: ChangeOfContract) {
  await updateContract(db, { customerId, contractId }, { noLongerAwaited: awaitingSignatureNames[kind] })
}
