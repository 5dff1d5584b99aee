import type { Selectable } from 'kysely'
import type { SupportCase } from '#db/tables.ts'
import { requestLinkedSupervisor, requestSupervisor } from '../api.ts'
import { type CaseState, isOpenCase } from '../rules.ts'
import { findLinkedCase } from './case-link.ts'
import { findOwnCase } from './case-store.ts'
import { findContractOfCase } from './find-case-contract.ts'
import type { SupportRouteDeps } from './routes.ts'
import { askForSupervisor } from './supervisor-store.ts'

type Refuse = (code: 'case_closed' | 'already_asked') => Error

/** Registers the calls with which customers and visitors ask to speak to a supervisor about their case. */
export function supervisorRoutes({ serve, db, clock, sessionKeys: keys }: SupportRouteDeps) {
  const permit = ({ state }: Selectable<SupportCase>, refuse: Refuse) => {
    if (!isOpenCase(state as CaseState)) throw refuse('case_closed')
  }
  const act = async ({ subject }: { subject: Selectable<SupportCase> }, refuse: Refuse) => {
    const { case_id: caseId, customer_id: customerId } = subject
    const isNew = await db.transaction().execute(async (db) =>
      askForSupervisor(db, {
        ...{ caseId, customerId, now: clock() },
        contract: (await findContractOfCase(db, subject)) ?? null,
      }),
    )
    if (!isNew) throw refuse('already_asked')
    return undefined
  }

  serve(requestSupervisor, { find: ({ actor, params }) => findOwnCase(db, actor, params.id), permit, act })

  serve(requestLinkedSupervisor, {
    find: ({ params }) => findLinkedCase(db, params.token, { keys, now: clock() }),
    ...{ permit, act },
  })
}
