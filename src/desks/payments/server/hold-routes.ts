import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { forgiveOne } from '#domains/payments/server/hold-back.ts'
import { holdRow } from '#domains/payments/server/hold-store.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { requireSeen } from '#kit/server/content-version.ts'
import { notFound, type Serve } from '#kit/server/serve.ts'
import { listPaymentHolds, releasePaymentHold } from '../holds-api.ts'
import type { HoldKind } from '../rules.ts'
import { paymentHoldsOf } from './hold-list.ts'
import { isId } from './payment-list.ts'

type HoldRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** The desk where is seen who has to wait before a card is tried again, and whose wait is ended. */
export function holdDeskRoutes({ serve, db, clock }: HoldRouteDeps) {
  serve(listPaymentHolds, ({ query }) => paymentHoldsOf(db, { ...query, now: clock() }))

  serve(releasePaymentHold, {
    find: ({ params: { id } }) =>
      isId(id) ? holdRow(db, { id, now: clock() }).executeTakeFirst() : Promise.resolve(undefined),
    async act({ actor, subject, body: { version }, request }) {
      await db.transaction().execute(async (trx) => {
        const hold = await holdRow(trx, { id: subject.hold_id, now: clock() }).forUpdate().executeTakeFirst()
        if (!hold) throw notFound()
        const until = hold.held_until.toISOString()
        requireSeen(version, { version: hold.version, tries: hold.tries, until })
        await forgiveOne(trx, { per: hold.per as HoldKind, value: hold.value })
        await writeAudit(trx, {
          action: 'payment_hold_released',
          actorUserId: actor.userId,
          subject: `user:${hold.user_id}`,
          before: { per: hold.per, tries: hold.tries, until },
          requestId: request.id,
        })
      })
      return undefined
    },
  })
}
