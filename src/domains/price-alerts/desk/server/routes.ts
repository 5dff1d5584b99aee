import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { findLastPrices } from '../../server/store.ts'
import { listFutures, readFuture, saveFuture } from '../api.ts'
import { findFuture, findFutures, presentFuture, updateFuture } from './futures-store.ts'

type FuturesDeskDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** The maximum number of prices for which a small chart shows separate lines. */
const maxChartedPrices = 40

/** Registers the back-office routes for the futures offered in price alerts. Their prices are imported from files. */
export function futuresDeskRoutes({ serve, db, clock }: FuturesDeskDeps) {
  serve(listFutures, ({ actor: { locale }, query }) =>
    findFutures(db, { ...query, locale, today: marketDayOf(clock(), 'Europe/Madrid') }),
  )

  serve(readFuture, {
    find: ({ params }) => findFuture(db, params.id),
    act: async ({ actor: { locale }, subject }) => {
      const prices = await findLastPrices(db, subject.id, maxChartedPrices)
      return {
        ...presentFuture(subject, locale),
        ...{ names: subject.names, version: subject.version },
        prices: prices.map(({ day, price }) => ({ date: day, price: Number(price) })),
      }
    },
  })

  /** Returns the current values for an operator whose edit conflicts with them. */
  async function findCurrent(db: Database, id: number) {
    const future = await findFuture(db, String(id))
    return {
      extra: { current: future && { version: future.version, names: future.names, is_active: future.is_active } },
    }
  }

  serve(saveFuture, {
    find: ({ params }) => findFuture(db, params.id),
    act: ({ actor, subject: { id, names, is_active }, body: { version, ...changes }, request }, refuse) =>
      db.transaction().execute(async (db) => {
        const after = await updateFuture(db, { id, version }, changes)
        if (after === undefined) throw refuse('future_changed', await findCurrent(db, id))
        await auditChange({
          ...{ db, actor, request },
          action: 'future_changed',
          subject: `future:${id}`,
          before: { names, is_active },
          after: changes,
        })
        return { version: after }
      }),
  })
}
