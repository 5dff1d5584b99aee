import { requestSupervisor } from '../api.ts'
import { type CaseState, isOpenCase } from '../rules.ts'
import { findOwnCase } from './case-store.ts'
import { findContractOfCase } from './find-case-contract.ts'
import type { SupportRouteDeps } from './routes.ts'
import { askForSupervisor } from './supervisor-store.ts'

/** Registers the call with which customers ask to speak to a supervisor about their case. */
export function supervisorRoutes({ serve, db, clock }: SupportRouteDeps) {
  serve(requestSupervisor, {
    find: ({ actor, params }) => findOwnCase(db, actor, params.id),
    permit({ state }, refuse) {
      if (!isOpenCase(state as CaseState)) throw refuse('case_closed')
    },
    async act({ subject }, refuse) {
      const { case_id: caseId, customer_id: customerId } = subject
      const isNew = await db.transaction().execute(async (db) =>
        askForSupervisor(db, {
          ...{ caseId, customerId, now: clock() },
          contract: (await findContractOfCase(db, subject)) ?? null,
        }),
      )
      if (!isNew) throw refuse('already_asked')
      return undefined
    },
  })
}
