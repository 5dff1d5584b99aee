import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import { isAllowed } from '#kit/operator-role.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { ruleOf } from '../../../kinds.ts'
import type { FindDoneBefore } from '../../../server/done-before.ts'
import { openFollowingDuty } from '../../../server/duty-store.ts'
import { assignDuties, endOpenDuty, listDuties, readDutyChoices, recordEvent } from '../api.ts'
import { exportDuties } from '../downloads.ts'
import { isEndedByOperators, visibleKinds } from '../rules.ts'
import {
  endDutyByOperator,
  findDueDuties,
  findDutyOperators,
  findLawsOfDuties,
  findVisibleDuty,
  lockOpenDuties,
  saveAssignee,
  streamDueDuties,
} from './due-duty-store.ts'
import { writeDutiesCsv } from './duties-csv.ts'
import { recordDutyEvent } from './record-event.ts'

type DutyDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  /** The texts of this section. */
  textsFor: (locale: Locale) => (key: string) => string
  /** What the domains that end duties know of those whose event is recorded afterwards. */
  doneFinders: readonly FindDoneBefore[]
}

/** Registers the back-office routes with which operators see what is due, share it out and mark it as done. */
export function dutyDeskRoutes({ serve, db, clock, textsFor, doneFinders }: DutyDeskDeps) {
  serve(listDuties, ({ actor: reader, query }) => findDueDuties(db, query, { reader, now: clock() }))

  serve(exportDuties, async ({ actor, query, request }) => {
    // The search text may be a person's name, so only the filters are recorded.
    const { q, ...filters } = query
    await auditAction({ db, actor, request, action: 'duties_exported', after: { ...filters, isSearched: q !== '' } })
    const textOf = textsFor(actor.locale)
    const duties = streamDueDuties(db, query, { reader: actor, now: clock() })
    return {
      content: Readable.from(writeDutiesCsv(duties, textOf, actor.locale)),
      fileName: `${textOf('document.file')}.csv`,
      mediaType: 'text/csv; charset=utf-8',
    }
  })

  serve(readDutyChoices, async ({ actor: { roles } }) => ({
    kinds: visibleKinds(roles),
    laws: await findLawsOfDuties(db, roles),
    operators: (await findDutyOperators(db, clock())).map(({ id, name }) => ({ id, name })),
  }))

  serve(assignDuties, async ({ actor, body: { ids, operator_id: operatorId }, request }, refuse) => {
    const assignee = (await findDutyOperators(db, clock())).find(({ id }) => id === operatorId)
    if (operatorId !== null && !assignee) throw refuse('invalid', { fields: { operator_id: ['invalid_value'] } })
    return db.transaction().execute(async (db) => {
      const duties = await lockOpenDuties(db, [...new Set(ids)], actor.roles)
      if (duties.length < new Set(ids).size) throw refuse('duty_ended')
      if (assignee && duties.some(({ kind }) => !isAllowed(assignee.roles, ruleOf(kind).roles)))
        throw refuse('invalid', { fields: { operator_id: ['cannot_see'] } })
      await saveAssignee(
        db,
        duties.map(({ duty_id: id }) => id),
        operatorId,
      )
      for (const { duty_id: id, customer_id: customerId, assigned_to_user_id: before } of duties)
        await auditChange({
          ...{ db, actor, request, customerId },
          action: 'duty_assigned',
          subject: `duty:${id}`,
          before: { operatorId: before },
          after: { operatorId },
        })
      return { assigned: duties.length }
    })
  })

  serve(recordEvent, async ({ actor, body: { kind, power, topic, ...body }, request }, refuse) => {
    if (!visibleKinds(actor.roles).includes(kind)) throw refuse('invalid', { fields: { kind: ['cannot_see'] } })
    return db.transaction().execute(async (db) => {
      const event = { kind, topic, requestedKilowatts: power, ...body }
      const recorded = await recordDutyEvent(db, event, { doneFinders, now: clock() })
      if (recorded === 'no_norm') throw refuse('no_norm')
      if ('problems' in recorded)
        throw refuse('invalid', { fields: Object.fromEntries(recorded.problems.map(([at, code]) => [at, [code]])) })
      const { dutyId: id, dueOn, customerId, doneBy } = recorded
      await auditChange({
        ...{ db, actor, request, customerId },
        action: 'duty_recorded',
        subject: `duty:${id}`,
        after: { kind, day: body.day, time: body.time, dueOn, ...(doneBy !== null && { doneBy }) },
      })
      return { id, due_on: dueOn, done_by: doneBy }
    })
  })

  serve(endOpenDuty, {
    find: ({ actor: { roles }, params }) => findVisibleDuty(db, params.id, roles),
    permit({ kind, state }, refuse) {
      if (!isEndedByOperators(kind)) throw refuse('ended_by_itself')
      if (state === 'done' || state === 'cancelled') throw refuse('duty_ended')
    },
    async act({ actor, subject, body: { state, reason }, request }, refuse) {
      const { duty_id: id, kind, customer_id: customerId } = subject
      await db.transaction().execute(async (db) => {
        const isEnded = await endDutyByOperator(db, { id, state, reason, userId: actor.userId, now: clock() })
        if (!isEnded) throw refuse('duty_ended')
        if (state === 'done') await openFollowingDuty(db, subject, clock())
        await auditChange({
          ...{ db, actor, request, customerId },
          action: 'duty_ended',
          subject: `duty:${id}`,
          after: { kind, state },
        })
      })
      return undefined
    },
  })
}
