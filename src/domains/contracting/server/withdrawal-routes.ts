import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { Serve } from '#kit/server/serve.ts'
import { readWithdrawal, withdrawFromContract } from '../api.ts'
import { subjectOfSignedContract } from './contract-duties.ts'
import { recordWithdrawal } from './record-withdrawal.ts'

type WithdrawalRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the calls by which consumers withdraw from a contract made at a distance. */
export function withdrawalRoutes({ serve, db, clock }: WithdrawalRouteDeps) {
  serve(readWithdrawal, {
    find: ({ actor: { customerIds }, params }) => findWithContract(customerIds, params.contractName),
    act: async ({ subject: { duty } }) => ({
      until: duty?.state === 'open' && duty.due_at > clock() ? duty.due_on : null,
      withdrawn_at: duty?.state === 'done' ? duty.ended_at!.toISOString() : null,
    }),
  })

  serve(withdrawFromContract, {
    find: ({ actor: { customerIds }, params }) => findWithContract(customerIds, params.contractName),
    permit({ duty }, refuse) {
      if (duty?.state === 'done') throw refuse('already_withdrawn')
      if (duty?.state !== 'open' || duty.due_at <= clock()) throw refuse('withdrawal_over')
    },
    async act({ actor: { userId, locale }, subject: { duty: _, ...contract }, request }, refuse) {
      const now = clock()
      const input = { ...contract, userId, locale, requestId: request.id, now }
      if (!(await recordWithdrawal(db, input))) throw refuse('already_withdrawn')
      return { until: null, withdrawn_at: now.toISOString() }
    },
  })

  async function findWithContract(customerIds: number[], name: string) {
    const contract = await db
      .selectFrom('contract')
      .where(isOneOf('customer_id', customerIds))
      .where('name', '=', name)
      .select(['customer_id as customerId', 'contract_id as contractId', 'name', 'energy', 'state'])
      .executeTakeFirst()
    if (!contract) return undefined
    const duties = await findDutiesOf(db, subjectOfSignedContract(contract.contractId))
    return { ...contract, duty: duties.find(({ kind }) => kind === 'withdrawal') }
  }
}
