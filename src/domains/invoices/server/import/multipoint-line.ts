import * as z from 'zod'
import { parseTaxId } from '#vocabulary/tax-id.ts'
import { paidStatuses } from '../../rules.ts'

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
      const message = 'is not a tax id: its shape or its control is wrong'
      context.issues.push({ code: 'custom', message, input: text })
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
  })
  .refine(({ startsOn, endsOn }) => endsOn >= startsOn, { path: ['endsOn'], message: 'is before startsOn' })
  .refine(({ amountTotalCents, amountPendingCents }) => Math.abs(amountPendingCents) <= Math.abs(amountTotalCents), {
    path: ['amountPendingCents'],
    message: 'is more than amountTotalCents',
  })
  .refine(({ paidStatus, amountPendingCents }) => !paidStatus.startsWith('paid') || amountPendingCents === 0, {
    path: ['amountPendingCents'],
    message: 'is not 0, but the invoice is paid',
  })
export type MultipointInvoiceLine = z.output<typeof MultipointInvoiceLine>
