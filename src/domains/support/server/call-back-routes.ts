import { cancelCallBack, listCallHours } from '../api.ts'
import { endCall, findFreeCallHours } from './call-back-store.ts'
import { findOwnCase } from './case-store.ts'
import { findCaseContract } from './find-case-contract.ts'
import type { SupportRouteDeps } from './routes.ts'

/** Registers the calls with which customers and visitors choose when they are called, and call it off. */
export function callBackRoutes({ serve, db, settings, clock }: SupportRouteDeps) {
  serve(listCallHours, async ({ actor, query: { contract: name } }) => {
    // A booking counts the holidays of the place of the contract, and so does this list.
    const customerIds = actor.kind === 'customer' ? actor.customerIds : []
    const contract = name ? await findCaseContract(db, { customerIds, name }) : undefined
    const provinceCode = contract?.provinceCode ?? null
    const hours = await findFreeCallHours(db, { care: settings.now().care, provinceCode, now: clock() })
    return { hours: hours.map((at) => at.toISOString()) }
  })

  serve(cancelCallBack, {
    find: ({ actor, params }) => findOwnCase(db, actor, params.id),
    async act({ subject: { case_id: caseId } }, refuse) {
      const isCancelled = await db
        .transaction()
        .execute((db) => endCall(db, { caseId, state: 'cancelled', now: clock() }))
      if (!isCancelled) throw refuse('no_call')
      return undefined
    },
  })
}
