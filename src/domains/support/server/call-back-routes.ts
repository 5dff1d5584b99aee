import { parseId } from '#kit/parse-id.ts'
import { cancelCallBack, listCallHours } from '../api.ts'
import { endCall, findFreeCallHours } from './call-back-store.ts'
import { findCase } from './case-store.ts'
import type { SupportRouteDeps } from './routes.ts'

/** Registers the calls with which customers and visitors choose when they are called, and call it off. */
export function callBackRoutes({ serve, db, settings, clock }: SupportRouteDeps) {
  serve(listCallHours, async () => {
    const hours = await findFreeCallHours(db, { care: settings.now().care, provinceCode: null, now: clock() })
    return { hours: hours.map((at) => at.toISOString()) }
  })

  serve(cancelCallBack, {
    async find({ actor: { customerIds }, params }) {
      const caseId = parseId(params.id)
      return caseId === undefined ? undefined : findCase(db, { customerIds, caseId })
    },
    async act({ subject: { case_id: caseId } }, refuse) {
      const isCancelled = await db
        .transaction()
        .execute((db) => endCall(db, { caseId, state: 'cancelled', now: clock() }))
      if (!isCancelled) throw refuse('no_call')
      return undefined
    },
  })
}
