import * as z from 'zod'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import { because } from '#vocabulary/told-reasons.ts'
import { paidStatuses } from '../../rules.ts'
import { amountContradiction } from './amount-contradiction.ts'
import { TransferLine } from './transfer-line.ts'

/*
 * An invoice that gathers those of several supply points, as a system of the retailer tells it; docs/integration.md
 * explains it. The invoices that it gathers name it.
 */

const Line = z.string().trim().min(1).max(200)
const Day = z.iso.date()
const Cents = z.int().min(-1_000_000_000).max(1_000_000_000)

export const MultipointInvoiceLine = z
  .strictObject({
    number: Line,
    customer: z.string().transform((text, context) => {
      const read = parseTaxId(text)?.taxId
      if (read) return read
      context.issues.push({ code: 'custom', message: because('not_tax_id').name, input: text })
      return z.NEVER
    }),
    issuedOn: Day,
    startsOn: Day,
    endsOn: Day,
    dueOn: Day,
    invoicingAddress: Line,
    amountTotalCents: Cents,
    amountPendingCents: Cents,
    paidStatus: z.enum(paidStatuses),
    transfer: TransferLine.nullable().default(null),
  })
  .refine(({ startsOn, endsOn }) => endsOn >= startsOn, { path: ['endsOn'], message: because('before_start').name })
  .superRefine((invoice, { addIssue }) => {
    const reason = amountContradiction(invoice)
    if (reason) addIssue({ code: 'custom', path: ['amountPendingCents'], message: reason.name, params: reason.values })
  })
export type MultipointInvoiceLine = z.output<typeof MultipointInvoiceLine>
