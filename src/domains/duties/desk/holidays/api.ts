import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { dutyRoles } from '../duties/roles.ts'
import { calendarRoles } from '../norms/roles.ts'
import { holidayProblems, maxHolidayNameLength } from './rules.ts'

const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: dutyRoles } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: calendarRoles } as const

const Year = z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(2100))

const ListedHoliday = z.object({
  /** `ES`, an autonomous community (`ES-CT`), a province (`08`) or a municipality (`08019`). */
  place: z.string(),
  place_name: z.string(),
  day: z.string(),
  name: z.string(),
})
export type ListedHoliday = z.output<typeof ListedHoliday>

export const listHolidays = call({
  ...readAccess,
  path: '/operator/holidays',
  query: z.strictObject({ ...listQuery, year: z.optional(Year) }),
  reply: z.object({
    items: z.array(ListedHoliday),
    total: z.number(),
  }),
  summary: 'Lists the holidays that operators entered, by day; national ones are calculated and not among them',
})

export const addHoliday = call({
  ...writeAccess,
  path: '/operator/holidays',
  body: z.strictObject({
    place: z.string().check(z.trim(), z.maxLength(10)),
    day: z.iso.date('not_day'),
    name: z.string().check(z.trim(), z.maxLength(maxHolidayNameLength)),
  }),
  reply: 'nothing',
  refusals: { invalid: 400, holiday_exists: 409 },
  summary: 'Adds a holiday of a place; duties that are open keep their day',
})

export const removeHoliday = call({
  ...writeAccess,
  path: '/operator/holidays/:place/:day/remove',
  reply: 'nothing',
  summary: 'Removes a holiday of a place; duties that are open keep their day',
})

export const copyHolidays = call({
  ...writeAccess,
  path: '/operator/holidays/copy',
  body: z.strictObject({ year: z.int().check(z.minimum(2001), z.maximum(2100)) }),
  reply: z.object({ added: z.number() }),
  refusals: { nothing_to_copy: 409 },
  summary: 'Copies the holidays of the year before to the same days of a year',
})

export const importHolidays = call({
  ...writeAccess,
  path: '/operator/holidays/import',
  body: z.strictObject({ text: z.string().check(z.minLength(1, 'required'), z.maxLength(400_000)) }),
  reply: z.object({
    added: z.number(),
    unchanged: z.number(),
    /** The lines that were left out. */
    wrong_lines: z.array(z.object({ line: z.number(), problem: z.enum(holidayProblems) })),
  }),
  refusals: { too_many_lines: 409 },
  summary: 'Adds the holidays of a CSV file with a place, a day and a name per line; wrong lines are left out',
})
