import * as z from 'zod/mini'
import { setting } from './setting.ts'
import { wholeNumber } from './value-kinds.ts'

const days = (from: number, to: number) => setting('server', wholeNumber({ from, to, unit: 'days' }))

/**
 * How many days data is stored that need not be stored for ever. A minimum of more than a few days has a reason:
 * notifications to customers and the handling of their data can be disputed for five years (Código Civil, article
 * 1964), and what was submitted with a contract has to be shown (Real Decreto 88/2026, article 13). Customers see at least two years of
 * their consumption.
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
  supplyDeclarations: days(365, 3652),
  unusedFiles: days(1, 30),
  dataCopies: days(30, 1826),
  curves: days(730, 3652),
})
