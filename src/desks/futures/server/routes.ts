import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { lastPrices } from '#domains/price-alerts/server/store.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { listFutures, readFuture, saveFuture } from '../api.ts'
import { findFuture, futuresOf, presentFuture, updateFuture } from './futures-store.ts'

type Needs = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** As many prices as a small chart shows with a line for each. */
const chartedPrices = 40

/** The desk of the futures that customers can be told of; their prices come in as files. */
export function futuresDeskRoutes({ serve, db, clock }: Needs) {
  serve(listFutures, ({ actor: { locale }, query }) =>
    futuresOf(db, { ...query, locale, today: marketDayOf(clock(), 'Europe/Madrid') }),
  )

  serve(readFuture, {
    find: ({ params }) => findFuture(db, params.id),
    act: async ({ actor: { locale }, subject }) => {
      const prices = await lastPrices(db, subject.id, chartedPrices)
      return {
        ...presentFuture(subject, locale),
        ...{ names: subject.names, version: subject.version },
        prices: prices.map(({ day, price }) => ({ date: day, price: Number(price) })),
      }
    },
  })

  /** What stands now, for whoever saw something else. */
  async function standing(db: Database, id: number) {
    const future = await findFuture(db, String(id))
    return {
      extra: { current: future && { version: future.version, names: future.names, is_active: future.is_active } },
    }
  }

  serve(saveFuture, {
    find: ({ params }) => findFuture(db, params.id),
    act: ({ actor, subject: { id, names, is_active }, body: { version, ...wanted }, request }, refuse) =>
      db.transaction().execute(async (db) => {
        const after = await updateFuture(db, { id, version }, wanted)
        if (after === undefined) throw refuse('future_changed', await standing(db, id))
        await writeAudit(db, {
          action: 'future_changed',
          actorUserId: actor.userId,
          subject: `future:${id}`,
          before: { names, is_active },
          after: wanted,
          requestId: request.id,
        })
        return { version: after }
      }),
  })
}
