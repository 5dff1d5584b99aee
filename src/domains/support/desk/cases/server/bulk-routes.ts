import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { type CaseState, isOpenCase, stateAfterAssignment } from '../../../rules.ts'
import { closeCase } from '../../../server/answer-duty.ts'
import { queueCaseMail } from '../../../server/case-mail.ts'
import { findContractOfCase } from '../../../server/find-case-contract.ts'
import { actOnCases } from '../api.ts'
import { type BulkProblem, closingProblemOf } from '../rules.ts'
import { findAssignableOperators } from './case-store.ts'

type BulkDeps = { serve: Serve; db: Kysely<DB>; settings: Pick<LiveSettings, 'now'>; clock: () => Date }

/** Registers the call with which operators assign or close several cases at once. */
export function caseBulkRoutes({ serve, db, settings, clock }: BulkDeps) {
  serve(actOnCases, async ({ actor, body: { act, ids, operator_id: chosenId }, request }, refuse) => {
    const operatorId = chosenId ?? actor.userId
    if (act === 'assign' && !(await findAssignableOperators(db, clock())).some(({ id }) => id === operatorId))
      throw refuse('invalid', { fields: { operator_id: ['invalid_value'] } })
    const isFollowed = settings.now().featureFlags.crm.case
    return db.transaction().execute(async (db) => {
      const now = clock()
      const rows = await db
        .selectFrom('support_case')
        .where('case_id', 'in', ids)
        .selectAll()
        .orderBy('case_id')
        .forUpdate()
        .execute()
      const problems = new Set<BulkProblem>()
      let changed = 0
      for (const row of rows) {
        const state = row.state as CaseState
        // Accepting one puts a supply back, which is for an answer of its own.
        const isAnswered = row.answered_at !== null && row.unrequested_switch === null
        const isClosed: BulkProblem | null = isOpenCase(state) ? null : 'case_closed'
        const problem = act === 'close' ? closingProblemOf({ state, isAnswered }) : isClosed
        if (problem) {
          problems.add(problem)
          continue
        }
        const after =
          act === 'close'
            ? { state: 'accepted' as const }
            : { state: stateAfterAssignment(state), assigned_to_user_id: operatorId }
        await db
          .updateTable('support_case')
          .set({ ...after, updated_at: now })
          .where('case_id', '=', row.case_id)
          .execute()
        if (act === 'close') {
          await closeCase(db, { caseId: row.case_id, contract: await findContractOfCase(db, row), now })
          const values = { state: 'accepted' }
          await queueCaseMail(db, row, { kind: 'support.closed', values, isFollowed }, now)
        }
        await auditChange({
          ...{ db, actor, request, customerId: row.customer_id, subject: `case:${row.case_id}` },
          action: act === 'close' ? 'case_closed' : 'case_assigned',
          before: { operatorId: row.assigned_to_user_id, state },
          after: act === 'close' ? after : { operatorId, state: after.state },
        })
        changed++
      }
      return { changed, problems: [...problems] }
    })
  })
}
