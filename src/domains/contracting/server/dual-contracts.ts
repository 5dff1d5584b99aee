import type { Database } from '#db/database.ts'

/** The contract of the other half of a dual one, with its pending signature. */
export type AwaitingDualContract = { name: string; energy: 'electricity' | 'gas'; signatureId: string }

type DualContractQuery = { customerId: number; contractId: number; userId: number; now: Date }

/**
 * Returns the other half of a dual contract while it waits, not yet joined, for the signature of the same account and
 * holder.
 */
export function findAwaitingDualContract(
  db: Database,
  { customerId, contractId, userId, now }: DualContractQuery,
): Promise<AwaitingDualContract | undefined> {
  return db
    .selectFrom('lead as own')
    .innerJoin('lead as half', (join) =>
      join.on((on) =>
        on.or([
          on('half.electricity_lead_id', '=', on.ref('own.lead_id')),
          on('half.lead_id', '=', on.ref('own.electricity_lead_id')),
        ]),
      ),
    )
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'half.customer_id')
        .onRef('contract.contract_id', '=', 'half.contract_id'),
    )
    .innerJoin('signature', (join) =>
      join
        .onRef('signature.customer_id', '=', 'contract.customer_id')
        .onRef('signature.contract_id', '=', 'contract.contract_id'),
    )
    .where('own.customer_id', '=', customerId)
    .where('own.contract_id', '=', contractId)
    .where('contract.customer_id', '=', customerId)
    .where('contract.state', '=', 'esborrany')
    .where('contract.signed_on', 'is', null)
    .where('signature.subject_kind', '=', 'contract')
    .where('signature.requested_by_user_id', '=', userId)
    .where('signature.state', '=', 'waiting')
    .where('signature.expires_at', '>', now)
    .where('signature.second_contract_id', 'is', null)
    .select(['contract.name', 'contract.energy', 'signature.signature_id as signatureId'])
    .$narrowType<{ energy: 'electricity' | 'gas' }>()
    .executeTakeFirst()
}

/**
 * Checks whether the gas of a dual contract is still being filled in or checked, so that its contract may follow the
 * electricity's.
 */
export async function isGasContractExpected(db: Database, electricityLeadId: number): Promise<boolean> {
  const open = await db
    .selectFrom('lead')
    .where('electricity_lead_id', '=', electricityLeadId)
    .where('state', '=', 'open')
    .select('lead_id')
    .executeTakeFirst()
  return open !== undefined
}
