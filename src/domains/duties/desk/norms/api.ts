import * as z from 'zod/mini'
import { Version } from '#kit/backoffice/version.ts'
import { call } from '#kit/call.ts'
import { type DutyKind, dutyKinds } from '../../kinds.ts'
import { compensations, normStates, recourses } from '../../norm.ts'
import { termUnits } from '../../terms.ts'
import { dutyRoles } from '../duties/roles.ts'
import { calendarRoles } from './roles.ts'

const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: dutyRoles } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: calendarRoles } as const

const Kind = z.enum(Object.keys(dutyKinds) as [DutyKind, ...DutyKind[]])

const NormRow = z.object({
  law: z.nullable(z.string()),
  article: z.nullable(z.string()),
  source: z.nullable(z.string()),
  state: z.enum(normStates),
  /** What a state other than in force depends on. */
  note: z.nullable(z.string()),
  topic: z.nullable(z.string()),
  energy: z.nullable(z.enum(['electricity', 'gas'])),
  max_power_watts: z.nullable(z.number()),
  count: z.number(),
  unit: z.enum(termUnits),
  /** The calendar days by which the term may be exceeded. */
  tolerance_days: z.number(),
  recourse: z.nullable(z.enum(recourses)),
  compensation: z.nullable(z.enum(compensations)),
  valid_from: z.string(),
  /** The first day on which it no longer applies; null while no end is known. */
  valid_to: z.nullable(z.string()),
  time: z.enum(['past', 'present', 'planned']),
  /** Version of an operator's row; null for one built into the product. */
  version: z.nullable(z.number()),
})
export type NormRow = z.output<typeof NormRow>

const ListedNorm = z.object({
  code: z.string(),
  kind: Kind,
  /** Its rows over time, newest first. */
  rows: z.array(NormRow),
})
export type ListedNorm = z.output<typeof ListedNorm>

export const listNorms = call({
  ...readAccess,
  path: '/operator/norms',
  reply: z.object({
    items: z.array(ListedNorm),
    today: z.string(),
    /** The topics that norms of each kind distinguish. */
    topics: z.record(z.string(), z.array(z.string())),
  }),
  summary: 'Lists every norm that sets a term, with its past, present and planned rows',
})

const Day = z.iso.date('not_day')
/** The version that an edit is based on. Without it, no comparison is made. */
const SeenVersion = z.optional(Version)
const optionalText = (maxLength: number) =>
  z.nullable(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxLength)))
/** The fields of a row as entered. */
const normFields = {
  law: optionalText(100),
  article: optionalText(40),
  source: optionalText(100),
  state: z.enum(normStates),
  note: optionalText(500),
  topic: optionalText(60),
  energy: z.nullable(z.enum(['electricity', 'gas'])),
  max_power_watts: z.nullable(z.int32().check(z.positive())),
  /** 0 is the same day, where a norm of the product says so. */
  count: z.int('not_count').check(z.minimum(0, 'not_count'), z.maximum(999, 'not_count')),
  unit: z.enum(termUnits),
  /** 0 if it is left out. */
  tolerance_days: z.optional(
    z.int('not_tolerance').check(z.minimum(0, 'not_tolerance'), z.maximum(60, 'not_tolerance')),
  ),
  recourse: z.nullable(z.enum(recourses)),
  compensation: z.nullable(z.enum(compensations)),
  valid_from: Day,
  valid_to: z.nullable(Day),
}
const NormInput = z.object(normFields)
export type NormInput = z.output<typeof NormInput>

export const addNorm = call({
  ...writeAccess,
  path: '/operator/norms',
  body: z.strictObject({ kind: Kind, ...normFields }),
  reply: z.object({ code: z.string() }),
  refusals: { invalid: 400, norm_exists: 409 },
  summary: 'Adds a norm that the product does not have, from a day on',
})

export const replaceNorm = call({
  ...writeAccess,
  path: '/operator/norms/:code',
  body: z.strictObject(normFields),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, norm_exists: 409 },
  summary: 'Adds a row that replaces a norm from a day on; duties that are open keep their day',
})

export const changeNorm = call({
  ...writeAccess,
  path: '/operator/norms/:code/:from',
  body: z.strictObject({ ...normFields, version: SeenVersion }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, norm_exists: 409, norm_begun: 409 },
  summary: 'Changes a row that has not begun',
})

export const withdrawNorm = call({
  ...writeAccess,
  path: '/operator/norms/:code/:from/withdraw',
  body: z.strictObject({ version: SeenVersion }),
  reply: 'nothing',
  refusals: { norm_begun: 409 },
  summary: 'Withdraws a row that has not begun',
})
