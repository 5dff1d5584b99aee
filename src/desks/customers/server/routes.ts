import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { type EntryNeeds, newToken } from '#domains/session/server/entry.ts'
import { lookAction } from '#domains/session/server/looks.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { findCustomers, listCustomerContracts, lookAtAccount, readCustomer } from '../api.ts'
import { readSearch } from '../rules.ts'
import { accountsOf, contractsOf, findAccount, findCustomer } from './customer-store.ts'
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

  serve(lookAtAccount, {
    find: ({ params }) => findAccount(db, params.id),
    act: async ({ actor, subject, body: { reason }, request }) =>
      db.transaction().execute(async (db) => {
        const token = await newToken({ ...needs, db }, subject, { readonly: true })
        await writeAudit(db, {
          action: lookAction,
          actorUserId: actor.userId,
          subject: `user:${subject.userId}`,
          after: { reason },
          requestId: request.id,
        })
        return { token }
      }),
  })
}
