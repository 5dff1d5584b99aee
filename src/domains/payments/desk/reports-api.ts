import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { providerDeadlineSeconds } from '../provider-deadline.ts'
import { putAsideReasons } from '../rules.ts'
import { paymentRoles } from './roles.ts'
import { maxReasonLength, reportFilters } from './rules.ts'

const operatorAccess = {
  versions: [1],
  access: 'operator',
  roles: paymentRoles,
  deadlineSeconds: providerDeadlineSeconds,
} as const

const ListedReport = z.object({
  platform: z.string(),
  /** The provider's id; the content of the report is read there. */
  id: z.string(),
  /** The payment state in the report; null if it has not been read. */
  told: z.nullable(z.string()),
  /** Why it was set aside; null if it is waiting. */
  reason: z.nullable(z.enum(putAsideReasons)),
  received_at: z.string(),
  failures: z.number(),
  /** The payment that it refers to, if any. */
  payment: z.nullable(z.string()),
})
export type ListedReport = z.output<typeof ListedReport>

export const listReports = call({
  ...operatorAccess,
  method: 'GET',
  path: '/operator/payment-reports',
  personalData: true,
  query: z.strictObject({
    state: z._default(z.enum(reportFilters), 'put_aside'),
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedReport), total: z.number() }),
  summary: 'Lists the card providers’ reports that were put aside, are waiting or were dismissed',
})

export const retryReport = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/payment-reports/:platform/:id/retry',
  reply: 'nothing',
  refusals: { report_not_aside: 409 },
  summary: 'Applies a report that was put aside again',
})

export const dismissReport = call({
  ...operatorAccess,
  method: 'POST',
  path: '/operator/payment-reports/:platform/:id/dismiss',
  body: z.strictObject({
    reason: z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(maxReasonLength)),
  }),
  reply: 'nothing',
  refusals: { report_not_aside: 409 },
  summary: 'Dismisses a report that was put aside, after an operator has checked it',
})
