import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { parseId } from '#kit/parse-id.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listDebts, requestDebtPlan } from '../api.ts'
import { findOwnDebts } from './own-debts.ts'
import { requestPlan } from './payment-plans.ts'

type CollectionRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  /** Up to how many parts a customer pays in without asking. */
  partsWithoutAsking: () => number
}

/** Registers the calls of debts. */
export function collectionRoutes({ serve, db, clock, partsWithoutAsking }: CollectionRouteDeps) {
  serve(listDebts, async ({ actor: { customerIds } }) => ({
    items: await findOwnDebts(db, { customerIds, partsWithoutAsking: partsWithoutAsking(), now: clock() }),
  }))

  serve(requestDebtPlan, {
    find: ({ actor: { customerIds }, params }) => findOwnDebt(customerIds, params.id),
    act: (
      { actor: { userId }, subject: { customer_id: customerId, debt_id: debtId }, body: { parts }, request },
      refuse,
    ) =>
      db.transaction().execute(async (trx) => {
        const input = { parts, partsWithoutAsking: partsWithoutAsking(), userId, now: clock() }
        const state = await requestPlan(trx, { customerId, debtId }, input)
        if (state === 'plan_exists' || state === 'plan_not_possible') throw refuse(state)
        const after = { parts, state }
        const subject = `debt:${debtId}`
        const entry = { action: 'debt_plan_requested', actorUserId: userId, customerId, subject, after }
        await writeAudit(trx, { ...entry, requestId: request.id })
        return { state }
      }),
  })

  async function findOwnDebt(customerIds: readonly number[], text: string) {
    const debtId = parseId(text)
    if (debtId === undefined) return undefined
    return db
      .selectFrom('debt')
      .where(isOneOf('customer_id', customerIds))
      .where('debt_id', '=', debtId)
      .select(['customer_id', 'debt_id'])
      .executeTakeFirst()
  }
}
