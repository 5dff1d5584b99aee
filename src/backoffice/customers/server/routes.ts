import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { confirmClaim } from '#domains/accounts/server/claims.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { searchCustomers } from '#domains/customers/server/search-customers.ts'
import { findConsents } from '#domains/data-sharing/server/consent-store.ts'
import { presentConsent } from '#domains/data-sharing/server/present-consent.ts'
import { startImpersonation } from '#domains/session/server/impersonation/impersonations.ts'
import type { SignInDeps } from '#domains/session/server/sign-in/sign-in.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  confirmCustomerClaim,
  findCustomers,
  impersonateAccount,
  listCustomerConsents,
  listCustomerContracts,
  listCustomerInvoices,
  readCustomer,
} from '../api.ts'
import { findAccount, findContracts, findCustomer, findCustomerAccounts, findInvoices } from './customer-store.ts'

type CustomerDeskDeps = SignInDeps & { serve: Serve; db: Kysely<DB> }

/** Registers the back-office routes for finding and impersonating customers. */
export function customerDeskRoutes({ serve, ...deps }: CustomerDeskDeps) {
  const { db } = deps

  serve(findCustomers, ({ query: { q, offset, limit } }) => searchCustomers(db, parseSearch(q), { offset, limit }))

  serve(readCustomer, {
    find: ({ params }) => findCustomer(db, params.id),
    act: async ({ subject }) => {
      const { unpaid_count: count, unpaid_cents: cents, ...customer } = subject
      return {
        ...customer,
        accounts: await findCustomerAccounts(db, customer.id),
        unpaid: { count, amount: cents / 100 },
      }
    },
  })

  serve(listCustomerContracts, {
    find: ({ params }) => findCustomer(db, params.id),
    act: ({ subject: { id }, query }) => findContracts(db, { customerId: id, ...query }),
  })

  serve(listCustomerInvoices, {
    find: ({ params }) => findCustomer(db, params.id),
    act: ({ subject: { id }, query: { contract, offset, limit } }) =>
      findInvoices(db, { customerId: id, contract, offset, limit }),
  })

  serve(listCustomerConsents, {
    find: ({ params }) => findCustomer(db, params.id),
    async act({ subject: { id } }) {
      const now = deps.clock()
      return { items: (await findConsents(db, [id], now)).map((consent) => presentConsent(consent, now)) }
    },
  })

  serve(confirmCustomerClaim, {
    find: ({ params }) => findCustomer(db, params.id),
    async act({ actor, subject: { id: customerId }, body: { document }, request }, refuse) {
      await db.transaction().execute(async (trx) => {
        const outcome = await confirmClaim(trx, { customerId, now: deps.clock() })
        if (outcome === 'no_claim') throw refuse('no_claim')
        if (outcome === 'unsigned') throw refuse('claim_unsigned')
        if (outcome === 'known') throw refuse('tax_id_known')
        await auditChange({
          ...{ db: trx, actor, request },
          action: 'claim_confirmed',
          customerId,
          subject: `customer:${customerId}`,
          after: { document },
        })
      })
      return undefined
    },
  })

  serve(impersonateAccount, {
    find: ({ params }) => findAccount(db, params.id),
    act: async ({ actor, subject, body: { reason }, request }) =>
      db.transaction().execute(async (db) => {
        const input = { account: subject, operator: actor, reason, requestId: request.id }
        return { token: await startImpersonation({ ...deps, db }, input) }
      }),
  })
}
