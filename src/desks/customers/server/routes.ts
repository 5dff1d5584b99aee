import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { confirmClaim } from '#domains/accounts/server/claims.ts'
import type { EntryNeeds } from '#domains/session/server/entry.ts'
import { impersonate } from '#domains/session/server/looks.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  confirmCustomerClaim,
  findCustomers,
  listCustomerContracts,
  listCustomerInvoices,
  lookAtAccount,
  readCustomer,
} from '../api.ts'
import { readSearch } from '../rules.ts'
import { accountsOf, contractsOf, findAccount, findCustomer, invoicesOf } from './customer-store.ts'
import { searchCustomers } from './search.ts'

type Needs = EntryNeeds & { serve: Serve; db: Kysely<DB> }

/** The desk where customers are found and seen as they see themselves. */
export function customerDeskRoutes({ serve, ...needs }: Needs) {
  const { db } = needs

  serve(findCustomers, ({ query: { q, offset, limit } }) => searchCustomers(db, readSearch(q), { offset, limit }))

  serve(readCustomer, {
    find: ({ params }) => findCustomer(db, params.id),
    act: async ({ subject }) => {
      const { unpaid_count: count, unpaid_cents: cents, ...customer } = subject
      return {
        ...customer,
        accounts: await accountsOf(db, customer.id),
        unpaid: { count, amount: cents / 100 },
      }
    },
  })

  serve(listCustomerContracts, {
    find: ({ params }) => findCustomer(db, params.id),
    act: ({ subject: { id }, query }) => contractsOf(db, { customerId: id, ...query }),
  })

  serve(listCustomerInvoices, {
    find: ({ params }) => findCustomer(db, params.id),
    act: ({ subject: { id }, query: { contract, offset, limit } }) =>
      invoicesOf(db, { customerId: id, contract, offset, limit }),
  })

  serve(confirmCustomerClaim, {
    find: ({ params }) => findCustomer(db, params.id),
    async act({ actor, subject: { id: customerId }, body: { document }, request }, refuse) {
      await db.transaction().execute(async (trx) => {
        const outcome = await confirmClaim(trx, { customerId, now: needs.clock() })
        if (outcome === 'no_claim') throw refuse('no_claim')
        if (outcome === 'unsigned') throw refuse('claim_unsigned')
        if (outcome === 'known') throw refuse('tax_id_known')
        await writeAudit(trx, {
          action: 'claim_confirmed',
          actorUserId: actor.userId,
          customerId,
          subject: `customer:${customerId}`,
          after: { document },
          requestId: request.id,
        })
      })
      return undefined
    },
  })

  serve(lookAtAccount, {
    find: ({ params }) => findAccount(db, params.id),
    act: async ({ actor, subject, body: { reason }, request }) =>
      db.transaction().execute(async (db) => {
        const input = { account: subject, operator: actor, reason, requestId: request.id }
        return { token: await impersonate({ ...needs, db }, input) }
      }),
  })
}
