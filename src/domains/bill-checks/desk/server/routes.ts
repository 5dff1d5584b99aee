import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueEvents } from '#domains/webhooks/server/queue-event.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { decideHold, lockHolds } from '../../server/hold-store.ts'
import { decideHeldBills, listHeldBills } from '../api.ts'
import { findHeldBills } from './held-bill-store.ts'

type BillCheckDeskRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the back-office calls of held bills. */
export function billCheckDeskRoutes({ serve, db, clock }: BillCheckDeskRouteDeps) {
  serve(listHeldBills, ({ query }) => findHeldBills(db, query))

  serve(decideHeldBills, ({ actor, body: { act, ids }, request }) =>
    db.transaction().execute(async (db) => {
      const now = clock()
      const state = act === 'release' ? 'released' : 'given_back'
      // A bill that was given back may still be released; one that waits for its correction is not given back twice.
      const holds = (await lockHolds(db, ids)).filter((hold) => hold.state !== state)
      for (const hold of holds) {
        const { customerId, invoiceId } = hold
        await decideHold(db, hold, { state, userId: actor.userId, now })
        const subject = `invoice:${invoiceId}`
        await auditChange({ db, actor, request, action: auditedActs[act], customerId, subject })
      }
      if (act === 'release')
        await queueEvents(
          db,
          holds.map(({ customerId, contractId, invoiceId, number, differenceCents }) => ({
            type: 'invoice.released',
            data: {
              ...{ customer_id: customerId, contract_id: contractId, invoice_id: invoiceId, number },
              difference: differenceCents / 100,
            },
          })),
          now,
        )
      return { changed: holds.length }
    }),
  )
}

const auditedActs = { release: 'bill_released', give_back: 'bill_given_back' } as const
