import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { readWithdrawal, withdrawFromContract } from '../api.ts'
import { findSignedContract } from './find-signed-contract.ts'
import { recordWithdrawal } from './record-withdrawal.ts'

type WithdrawalRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the calls by which consumers withdraw from a contract made at a distance. */
export function withdrawalRoutes({ serve, db, clock }: WithdrawalRouteDeps) {
  async function findWithWithdrawal(customerIds: number[], name: string) {
    const contract = await findSignedContract(db, customerIds, name)
    return contract && { ...contract, duty: contract.dutyOf('withdrawal') }
  }

  serve(readWithdrawal, {
    find: ({ actor: { customerIds }, params }) => findWithWithdrawal(customerIds, params.contractName),
    act: async ({ subject: { duty } }) => ({
      until: duty?.state === 'open' && duty.due_at > clock() ? duty.due_on : null,
      withdrawn_at: duty?.state === 'done' ? duty.ended_at!.toISOString() : null,
    }),
  })

  serve(withdrawFromContract, {
    find: ({ actor: { customerIds }, params }) => findWithWithdrawal(customerIds, params.contractName),
    permit({ duty }, refuse) {
      if (duty?.state === 'done') throw refuse('already_withdrawn')
      if (duty?.state !== 'open' || duty.due_at <= clock()) throw refuse('withdrawal_over')
    },
    async act({ actor: { userId, locale }, subject: contract, request }, refuse) {
      const now = clock()
      const input = { ...contract, userId, locale, requestId: request.id, now }
      if (!(await recordWithdrawal(db, input))) throw refuse('already_withdrawn')
      return { until: null, withdrawn_at: now.toISOString() }
    },
  })
}
