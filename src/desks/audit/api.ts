import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { call } from '#kit/call.ts'
import { isMarketDay } from '#vocabulary/day.ts'

const AuditedAct = z.object({
  id: z.string(),
  at: z.string(),
  /** What was done, as the log has it: `password_changed`. */
  action: z.string(),
  /** Who did it; null where nobody was signed in, or a command did it. */
  actor: z.nullable(z.object({ id: z.number(), login: z.string(), is_operator: z.boolean() })),
  customer: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** The thing itself: `user:7`, `invoices.itemsPerPage`. */
  subject: z.nullable(z.string()),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
  request_id: z.nullable(z.string()),
})
export type AuditedAct = z.output<typeof AuditedAct>

const Day = z.optional(z.string().check(z.refine(isMarketDay)))

export const listAudit = call({
  method: 'GET',
  path: '/operator/audit',
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  query: z.strictObject({
    /** A log-in, a subject, or the beginning of an action. */
    q: listQuery.q,
    /** Only what operators did. */
    operators: z.optional(z.literal(['true'])),
    /** The first and the last day, by the clock of Madrid. */
    from: Day,
    to: Day,
    /** The entries that come after this one, which are older. */
    after: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  }),
  reply: z.object({ items: z.array(AuditedAct), next: z.nullable(z.string()) }),
  summary: 'What was done by whom, the last first',
})
