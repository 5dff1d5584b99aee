import type { Database } from '#db/database.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { subjectOfSignedContract } from './contract-duties.ts'

/** A contract with the duties that followed from its signature, by their kind. */
export type SignedContractWithDuties = NonNullable<Awaited<ReturnType<typeof findSignedContract>>>

/** Finds a contract of these holders by its name, with the duties that followed from its signature. */
export async function findSignedContract(db: Database, customerIds: number[], name: string) {
  const contract = await db
    .selectFrom('contract')
    .where(isOneOf('customer_id', customerIds))
    .where('name', '=', name)
    .select(['customer_id as customerId', 'contract_id as contractId', 'name', 'energy', 'state'])
    .select(['starts_on as startsOn', 'switch_on as switchOn'])
    .executeTakeFirst()
  if (!contract) return undefined
  const duties = await findDutiesOf(db, subjectOfSignedContract(contract.contractId))
  return { ...contract, dutyOf: (wanted: string) => duties.find(({ kind }) => kind === wanted) }
}
