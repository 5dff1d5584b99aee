import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { isUuid } from '#kit/is-uuid.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import { notFound, type Serve } from '#kit/server/serve.ts'
import { selectActiveHold } from '../../server/hold-store.ts'
import { resetLimit } from '../../server/limit-payment-attempt.ts'
import { listPaymentHolds, releasePaymentHold } from '../holds-api.ts'
import type { HoldKind } from '../rules.ts'
import { findPaymentHolds } from './payment-hold-list.ts'

type PaymentHoldRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the back-office routes for listing and releasing payment holds. */
export function paymentHoldRoutes({ serve, db, clock }: PaymentHoldRouteDeps) {
  serve(listPaymentHolds, ({ query }) => findPaymentHolds(db, { ...query, now: clock() }))

  serve(releasePaymentHold, {
    find: ({ params: { id } }) =>
      isUuid(id) ? selectActiveHold(db, { id, now: clock() }).executeTakeFirst() : Promise.resolve(undefined),
    async act({ actor, subject, body: { version }, request }) {
      await db.transaction().execute(async (trx) => {
        const hold = await selectActiveHold(trx, { id: subject.hold_id, now: clock() }).forUpdate().executeTakeFirst()
        if (!hold) throw notFound()
        const until = hold.held_until.toISOString()
        requireExpectedVersion(version, { version: hold.version, tries: hold.tries, until })
        await resetLimit(trx, { per: hold.per as HoldKind, value: hold.value })
        await auditChange({
          ...{ db: trx, actor, request },
          action: 'payment_hold_released',
          subject: `user:${hold.user_id}`,
          before: { per: hold.per, tries: hold.tries, until },
        })
      })
      return undefined
    },
  })
}
