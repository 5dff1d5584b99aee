import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findInvoice } from '#domains/invoices/server/document-store.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Serve } from '#kit/server/serve.ts'
import { readInvoiceCheck } from '../api.ts'
import { presentCheck } from './present-check.ts'
import { recheckInvoices } from './recheck-invoices.ts'

type BillCheckRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the calls of bill checks. */
export function billCheckRoutes({ serve, db, clock }: BillCheckRouteDeps) {
  serve(readInvoiceCheck, {
    find: async ({ actor: { customerIds }, params }) => {
      const invoiceId = parseId(params.id)
      return invoiceId === undefined ? undefined : findInvoice(db, { customerIds, invoiceId })
    },
    async act({ subject: { customer_id: customerId, invoice_id: invoiceId } }) {
      const [checked] = await db
        .transaction()
        .execute((transaction) => recheckInvoices(transaction, [{ customerId, invoiceId }], clock()))
      return presentCheck(checked!.check)
    },
  })
}
