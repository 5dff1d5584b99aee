import * as z from 'zod/mini'
import { wholeNumber } from './kinds.ts'
import { setting } from './setting.ts'

const days = (from: number, to: number) => setting('server', wholeNumber({ from, to, unit: 'days' }))

/**
 * For how many days what need not be kept for ever is kept. Where a least number is more than a few days, something leans on
 * it: what was told to customers and what came of their data can be disputed for five years (Código Civil, article 1964),
 * and what was handed in with a contract has to be shown (Real Decreto 88/2026, article 13).
 */
export const retention = z.strictObject({
  idempotentReplies: days(1, 30),
  sessions: days(1, 365),
  links: days(1, 365),
  attempts: days(1, 30),
  accessKeys: days(30, 1826),
  messages: days(365, 3652),
  webhookEvents: days(30, 365),
  providerReports: days(90, 2192),
  usageCounts: days(366, 3652),
  jobRuns: days(1, 90),
  imports: days(7, 365),
  visitorCases: days(90, 1826),
  expiredLeads: days(0, 365),
  contractLeads: days(365, 3652),
  unusedFiles: days(1, 30),
  dataCopies: days(30, 1826),
})
