import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type SignedChange, waitingNames } from '../rules.ts'

type OfContract = { customerId: number; contractId: number; kind: SignedChange }

/** Shows on a contract that a change of it waits for its signature. */
export async function startWaiting(
  db: Database,
  {
    customerId,
    changeRequestId,
    contractId,
    kind,
    signatureId,
  }: OfContract & { changeRequestId: number; signatureId: string },
) {
  await db
    .updateTable('change_request')
    .set({ signature_id: signatureId })
    .where('customer_id', '=', customerId)
    .where('change_request_id', '=', changeRequestId)
    .execute()
  const name = waitingNames[kind]
  await updateContract(db, { customerId, contractId })
    .set({
      waiting_for_signature: sql<string[]>`array_append(array_remove(waiting_for_signature, ${name}), ${name})`,
      ...(kind === 'no_cession_sips' && { no_sips_cession: 'requested' }),
    })
    .execute()
}

/** Takes it off again, whatever came of the signature. */
export async function stopWaiting(db: Database, { customerId, contractId, kind }: OfContract) {
  await updateContract(db, { customerId, contractId })
    .set({ waiting_for_signature: sql<string[]>`array_remove(waiting_for_signature, ${waitingNames[kind]})` })
    .execute()
}

/** The row of a contract, about to be changed: its version goes on. */
export function updateContract(db: Database, { customerId, contractId }: Omit<OfContract, 'kind'>) {
  return db
    .updateTable('contract')
    .set((row) => ({ version: row('contract.version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
}
