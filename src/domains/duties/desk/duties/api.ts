import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { doneByKinds } from '../../done-by.ts'
import { type DutyKind, recordedKinds } from '../../kinds.ts'
import { termUnits } from '../../terms.ts'
import { DutyKindName, dutyFilters } from './filters.ts'
import { maxNoteLength, maxRequestedKilowatts } from './record-rules.ts'
import { dutyRoles } from './roles.ts'
import { maxAssignedAtOnce } from './rules.ts'

const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: dutyRoles } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: dutyRoles } as const

/** A norm as it stood when the duty began. */
const AppliedNorm = z.object({
  code: z.string(),
  law: z.nullable(z.string()),
  article: z.nullable(z.string()),
  source: z.nullable(z.string()),
  count: z.number(),
  unit: z.enum(termUnits),
  tolerance_days: z.number(),
  due_on: z.string(),
})
export type AppliedNorm = z.output<typeof AppliedNorm>

const ListedDuty = z.object({
  id: z.string(),
  kind: DutyKindName,
  /** What it is about: `case:12`. */
  subject: z.string(),
  customer: z.nullable(NamedRef),
  status: z.enum(['running', 'late', 'paused']),
  due_on: z.string(),
  /** The instant from which it is late. */
  due_at: z.string(),
  started_at: z.string(),
  /** The norm that sets the day, and the others that apply as well. */
  norm: AppliedNorm,
  other_norms: z.array(AppliedNorm),
  assignee: z.nullable(NamedRef),
  /** What the operator noted who recorded its event. */
  note: z.nullable(z.string()),
})
export type ListedDuty = z.output<typeof ListedDuty>

export const listDuties = call({
  ...readAccess,
  path: '/operator/duties',
  personalData: true,
  query: z.strictObject({ ...dutyFilters, offset: listQuery.offset, limit: listQuery.limit }),
  reply: z.object({ items: z.array(ListedDuty), total: z.number() }),
  summary: 'Lists what is due of the kinds that the operator’s roles include, overdue first',
})

export const readDutyChoices = call({
  ...readAccess,
  path: '/operator/duty-choices',
  reply: z.object({ kinds: z.array(DutyKindName), laws: z.array(z.string()), operators: z.array(NamedRef) }),
  summary: 'Lists the kinds and laws of duties and their possible assignees',
})

export const assignDuties = call({
  ...writeAccess,
  path: '/operator/duties/assign',
  body: z.strictObject({
    ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxAssignedAtOnce)),
    operator_id: z.nullable(z.int().check(z.positive())),
  }),
  reply: z.object({ assigned: z.number() }),
  refusals: { duty_ended: 409, invalid: 400 },
  summary: 'Assigns open duties to an operator, or to nobody: all of them or none',
})

export const endOpenDuty = call({
  ...writeAccess,
  path: '/operator/duties/:id/end',
  body: z.strictObject({
    state: z.enum(['done', 'cancelled']),
    reason: z.string().check(z.trim(), z.minLength(5, 'reason_needed'), z.maxLength(500)),
  }),
  reply: 'nothing',
  refusals: { duty_ended: 409, ended_by_itself: 409 },
  summary: 'Marks a duty as done or cancelled that no part of the product ends by itself',
})

export const recordEvent = call({
  ...writeAccess,
  path: '/operator/duties/record',
  body: z.strictObject({
    kind: z.enum(recordedKinds as [DutyKind, ...DutyKind[]]),
    /** The name of a contract, or the tax id of a customer. */
    about: z.string().check(z.trim(), z.minLength(1, 'about_unknown'), z.maxLength(40)),
    day: z.iso.date('not_day'),
    time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'not_time')),
    topic: z.optional(z.string().check(z.maxLength(40))),
    /** In kilowatts. */
    power: z.optional(
      z.number('not_power').check(z.positive('not_power'), z.maximum(maxRequestedKilowatts, 'not_power')),
    ),
    note: z.string().check(z.trim(), z.minLength(5, 'reason_needed'), z.maxLength(maxNoteLength)),
  }),
  reply: z.object({
    id: z.string(),
    due_on: z.string(),
    /** What ended it before it was recorded: a bill or a case by its number, or a reading of the meter by its day. */
    done_by: z.nullable(z.object({ kind: z.enum(doneByKinds), name: z.string() })),
  }),
  refusals: { invalid: 400, no_norm: 409 },
  summary: 'Records an event that happened outside the product, from which a duty follows by the norms in force',
})
