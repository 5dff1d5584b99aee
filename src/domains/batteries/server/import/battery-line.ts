import * as z from 'zod'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import type { EntryReason } from '../../rules.ts'

/* A solar wallet (battery) as a line of the integration API; docs/integration.md explains it. Imports never remove
   anything: shares and entries that are left out stay. */

const Line = z.string().trim().min(1).max(200)
const Day = z.iso.date()

const Share = z
  .strictObject({
    contract: Line,
    percentage: z.int().min(0).max(100),
    startsOn: Day,
    endsOn: Day.nullable().default(null),
    isOrigin: z.boolean().default(false),
  })
  .refine(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, {
    path: ['endsOn'],
    message: rejectionReason('before_start').name,
  })

const entryReasons = [
  ...(['carried_over', 'surplus', 'discount'] as const),
  'expired',
] as const satisfies readonly EntryReason[]

const Entry = z
  .strictObject({
    key: Line,
    bookedOn: Day,
    amountCents: z.int().min(-1_000_000_000).max(1_000_000_000),
    reason: z.enum(entryReasons),
    contract: Line.nullable().default(null),
    invoice: Line.nullable().default(null),
  })
  .refine(({ amountCents, reason }) => isSigned(amountCents, reason), {
    path: ['amountCents'],
    message: rejectionReason('wrong_sign').name,
  })

export const BatteryLine = z.strictObject({
  key: Line,
  customer: z.string().transform((text, context) => {
    const taxId = parseTaxId(text)?.taxId
    if (taxId) return taxId
    context.issues.push({ code: 'custom', message: rejectionReason('not_tax_id').name, input: text })
    return z.NEVER
  }),
  name: Line,
  shares: z.array(Share).max(10_000).default([]),
  entries: z.array(Entry).max(10_000).default([]),
})
export type BatteryLine = z.output<typeof BatteryLine>
export type ImportedShare = BatteryLine['shares'][number]
export type ImportedEntry = BatteryLine['entries'][number]

function isSigned(amountCents: number, reason: (typeof entryReasons)[number]): boolean {
  if (reason === 'carried_over') return amountCents !== 0
  return reason === 'surplus' ? amountCents > 0 : amountCents < 0
}
