import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { isMarketDay } from '#vocabulary/day.ts'

const ListedAuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** The action as stored in the log: `password_changed`. */
  action: z.string(),
  /** The account that acted; null if nobody was signed in or a command acted. */
  actor: z.nullable(z.object({ id: z.number(), login: z.string(), is_operator: z.boolean() })),
  customer: z.nullable(NamedRef),
  /** The item acted on: `user:7`, `invoices.itemsPerPage`. */
  subject: z.nullable(z.string()),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
  request_id: z.nullable(z.string()),
})
export type ListedAuditEntry = z.output<typeof ListedAuditEntry>

const Day = z.optional(z.string().check(z.refine(isMarketDay)))

export const listAudit = call({
  method: 'GET',
  path: '/operator/audit',
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  query: z.strictObject({
    /** A login, a subject, or the beginning of an action. */
    q: listQuery.q,
    /** Restricts the list to actions of operators. */
    operators: z.optional(z.literal(['true'])),
    /** The first and the last day, in Madrid time. */
    from: Day,
    to: Day,
    /** Returns the entries after this one, which are older. */
    after: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  }),
  reply: z.object({ items: z.array(ListedAuditEntry), next: z.nullable(z.string()) }),
  summary: 'Lists the audit log with who did what, newest first',
})
