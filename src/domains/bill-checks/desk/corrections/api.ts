import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'

const Day = z.iso.date()
const Energy = z.number()

/** How the newer file arrived. */
export const correctionOrigins = ['api', 'folder', 'desk', 'command'] as const

const ListedCorrection = z.object({
  cups: z.string(),
  day: Day,
  source: z.string(),
  /** Energy of the day in kWh, before and after. */
  before: Energy,
  after: Energy,
  corrected_at: z.iso.datetime(),
  origin: z.enum(correctionOrigins),
  /** The operator or integration key that sent it, and the file; null if unknown. */
  by: z.nullable(z.string()),
  file_name: z.nullable(z.string()),
  /** The intervals whose energy is another one now, by their local time; none where the day has another step now. */
  intervals: z.array(z.object({ at: z.string(), before: z.nullable(Energy), now: z.nullable(Energy) })),
  /** The customers and invoices of the day that were issued before the correction. */
  invoices: z.array(z.object({ number: z.string(), customer: NamedRef })),
})
export type ListedCorrection = z.output<typeof ListedCorrection>

export const listCorrections = call({
  method: 'GET',
  path: '/operator/curve-corrections',
  versions: [1],
  access: 'operator',
  roles: ['care', 'money'],
  personalData: true,
  query: z.strictObject(listQuery),
  reply: z.object({ items: z.array(ListedCorrection), total: z.number() }),
  summary: 'Lists the days of curves that newer files corrected, with the invoices that had billed them, newest first',
})
