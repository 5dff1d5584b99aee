import * as z from 'zod'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import { paidStatuses } from '../../rules.ts'
import { findAmountContradiction } from './amount-contradiction.ts'
import { TransferLine } from './transfer-line.ts'

/* A multipoint invoice as the integration API accepts it, described in docs/integration.md. Its invoices refer to
   it. */

const Line = z.string().trim().min(1).max(200)
const Day = z.iso.date()
const Cents = z.int().min(-1_000_000_000).max(1_000_000_000)

export const MultipointInvoiceLine = z
  .strictObject({
    number: Line,
    customer: z.string().transform((text, context) => {
      const taxId = parseTaxId(text)?.taxId
      if (taxId) return taxId
      context.issues.push({ code: 'custom', message: rejectionReason('not_tax_id').name, input: text })
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
  .refine(({ startsOn, endsOn }) => endsOn >= startsOn, {
    path: ['endsOn'],
    message: rejectionReason('before_start').name,
  })
  .superRefine((invoice, { addIssue }) => {
    const reason = findAmountContradiction(invoice)
    if (reason) addIssue({ code: 'custom', path: ['amountPendingCents'], message: reason.name, params: reason.values })
  })
export type MultipointInvoiceLine = z.output<typeof MultipointInvoiceLine>
