import * as z from 'zod'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import { because } from '#vocabulary/told-reasons.ts'
import type { EntryReason } from '../../rules.ts'

/*
 * A solar wallet as a system of the retailer tells it; docs/integration.md explains it. Nothing of it is taken away: shares
 * and entries that are left out stay.
 */

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
    message: because('before_start').name,
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
    message: because('wrong_sign').name,
  })

export const BatteryLine = z.strictObject({
  key: Line,
  customer: z.string().transform((text, context) => {
    const read = parseTaxId(text)?.taxId
    if (read) return read
    context.issues.push({ code: 'custom', message: because('not_tax_id').name, input: text })
    return z.NEVER
  }),
  name: Line,
  shares: z.array(Share).max(10_000).default([]),
  entries: z.array(Entry).max(10_000).default([]),
})
export type BatteryLine = z.output<typeof BatteryLine>
export type ToldShare = BatteryLine['shares'][number]
export type ToldEntry = BatteryLine['entries'][number]

function isSigned(amountCents: number, reason: (typeof entryReasons)[number]): boolean {
  if (reason === 'carried_over') return amountCents !== 0
  return reason === 'surplus' ? amountCents > 0 : amountCents < 0
}
