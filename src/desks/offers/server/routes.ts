import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { knownFigures } from '#domains/figures/server/known-figures.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  addProduct,
  archiveProduct,
  changePrices,
  listProducts,
  planPrices,
  previewYear,
  readProduct,
  saveProduct,
  withdrawPrices,
} from '../api.ts'
import { mayBegin, type Prices, pricesProblem } from '../rules.ts'
import {
  deletePrices,
  findPrices,
  findProduct,
  insertPrices,
  insertProduct,
  type KeptPrices,
  keepOffer,
  type Product,
  pricesOfWire,
  pricesOn,
  productsOf,
  updatePrices,
  updateProduct,
  wholeProduct,
  wireOf,
} from './product-store.ts'
import { yearEuros } from './year-of-prices.ts'

type Needs = { serve: Serve; db: Kysely<DB>; clock: () => Date }
type Done = { actor: { userId: number }; request: { id: string } }

/** The desk where it is kept what is sold, to whom, and at which prices. */
export function offerDeskRoutes({ serve, db, clock }: Needs) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listProducts, ({ query }) => productsOf(db, { ...query, today: today() }))

  serve(readProduct, {
    find: ({ params }) => findProduct(db, params.id),
    act: ({ subject }) => wholeProduct(db, subject, today()),
  })

  serve(addProduct, async ({ body, ...done }, refuse) => {
    const id = await db.transaction().execute(async (db) => {
      const added = await insertProduct(db, { ...body, commercial_name: body.commercial_name || null })
      if (added === undefined) throw refuse('product_exists')
      await note(db, done, 'product_added', `product:${added}`, undefined, body)
      return added
    })
    return { id }
  })

  serve(saveProduct, {
    find: ({ params }) => findProduct(db, params.id),
    act: async ({ subject, body: { version, commercial_name, offer }, ...done }, refuse) => {
      if (subject.is_archived) throw refuse('product_archived')
      if (offer?.to_day && offer.to_day <= offer.from_day)
        throw refuse('invalid', { fields: { 'offer.to_day': ['ends_before'] } })
      return db.transaction().execute(async (db) => {
        const before = await wholeProduct(db, subject, today())
        const name = { commercial_name: commercial_name || null }
        const after = await updateProduct(db, { id: subject.id, version }, name)
        if (after === undefined) throw refuse('product_changed', await standing(db, subject.id))
        await keepOffer(db, subject.id, offer)
        const was = { commercial_name: before.commercial_name, offer: before.offer }
        await note(db, done, 'product_changed', `product:${subject.id}`, was, { ...name, offer })
        return { version: after }
      })
    },
  })

  serve(archiveProduct, {
    find: ({ params }) => findProduct(db, params.id),
    act: ({ subject: { id, is_archived }, body: { version, archived }, ...done }, refuse) =>
      db.transaction().execute(async (db) => {
        const after = await updateProduct(db, { id, version }, { is_archived: archived })
        if (after === undefined) throw refuse('product_changed', await standing(db, id))
        const action = archived ? 'product_archived' : 'product_unarchived'
        await note(db, done, action, `product:${id}`, { archived: is_archived }, { archived })
        return { version: after }
      }),
  })

  serve(planPrices, {
    find: ({ params }) => findProduct(db, params.id),
    act: async ({ subject, body: { tariff, valid_from: validFrom, ...body }, ...done }, refuse) => {
      if (subject.is_archived) throw refuse('product_archived')
      const prices = pricesOfWire(body.prices)
      const fields = await wrongIn(subject, { tariff, validFrom, prices })
      if (fields) throw refuse('invalid', { fields })
      await db.transaction().execute(async (db) => {
        if (!(await insertPrices(db, subject, { tariff, validFrom, prices }))) throw refuse('prices_exist')
        const about = `product:${subject.id}:${tariff}`
        await note(db, done, 'prices_planned', about, undefined, { valid_from: validFrom, prices: wireOf(prices) })
      })
      return { version: 1 }
    },
  })

  serve(changePrices, {
    find: ({ params }) => findPriceList(params),
    permit({ list }, refuse) {
      if (list.validFrom <= today()) throw refuse('prices_in_force')
    },
    act: async ({ subject: { product, list }, body: { version, valid_from: validFrom, ...body }, ...done }, refuse) => {
      const { tariff } = list
      const prices = pricesOfWire(body.prices)
      const fields = await wrongIn(product, { tariff, validFrom, prices })
      if (fields) throw refuse('invalid', { fields })
      return db.transaction().execute(async (db) => {
        const isMoved = validFrom !== list.validFrom
        if (isMoved && (await findPrices(db, product, { tariff, from: validFrom }))) throw refuse('prices_exist')
        const after = await updatePrices(db, product, { ...list, version }, { validFrom, prices })
        if (after === undefined) throw refuse('prices_changed', await standingPrices(db, product, list))
        const was = { valid_from: list.validFrom, prices: wireOf(list.prices) }
        const is = { valid_from: validFrom, prices: wireOf(prices) }
        await note(db, done, 'prices_changed', `product:${product.id}:${tariff}`, was, is)
        return { version: after }
      })
    },
  })

  serve(withdrawPrices, {
    find: ({ params }) => findPriceList(params),
    permit({ list }, refuse) {
      if (list.validFrom <= today()) throw refuse('prices_in_force')
    },
    act: async ({ subject: { product, list }, body: { version }, ...done }, refuse) => {
      await db.transaction().execute(async (db) => {
        if (!(await deletePrices(db, product, { ...list, version })))
          throw refuse('prices_changed', await standingPrices(db, product, list))
        const was = { valid_from: list.validFrom, prices: wireOf(list.prices) }
        await note(db, done, 'prices_withdrawn', `product:${product.id}:${list.tariff}`, was)
      })
      return undefined
    },
  })

  serve(previewYear, {
    find: ({ params }) => findProduct(db, params.id),
    act: async ({ subject, body: { tariff, zone, power_kw, year_kwh, ...body } }, refuse) => {
      const { energy } = subject
      const prices = pricesOfWire(body.prices)
      const fields = pricesProblem(energy, tariff, prices)
      if (fields) throw refuse('invalid', { fields })
      const day = today()
      const sample = { zone, powerWatts: Math.round(power_kw * 1000), yearKwh: year_kwh }
      const given = { energy, tariff, sample, today: day, figures: await knownFigures(db) }
      const present = await pricesOn(db, subject, { tariff, day })
      return {
        amount: yearEuros({ ...given, prices }),
        present: present ? yearEuros({ ...given, prices: present }) : null,
      }
    },
  })

  /** What stands now, for whoever saw something else. */
  async function standing(db: Database, id: number) {
    const product = await findProduct(db, String(id))
    return { extra: { current: product ? await wholeProduct(db, product, today()) : null } }
  }

  async function standingPrices(db: Database, product: Product, { tariff, validFrom }: KeptPrices) {
    const list = await findPrices(db, product, { tariff, from: validFrom })
    const current = list && { version: list.version, valid_from: list.validFrom, prices: wireOf(list.prices) }
    return { extra: { current: current ?? null } }
  }

  async function findPriceList({ id, tariff, from }: { id: string; tariff: string; from: string }) {
    const product = await findProduct(db, id)
    const list = product && (await findPrices(db, product, { tariff, from }))
    return product && list && { product, list }
  }

  /** What is wrong with prices and the day from which they are to hold. */
  async function wrongIn(
    product: Product,
    { tariff, validFrom, prices }: { tariff: string; validFrom: string; prices: Prices },
  ): Promise<Record<string, string[]> | undefined> {
    const day = today()
    const fields = pricesProblem(product.energy, tariff, prices)
    if (fields) return fields
    const hasPrices = (await pricesOn(db, product, { tariff, day })) !== undefined
    return mayBegin(validFrom, { today: day, hasPrices }) ? undefined : { valid_from: ['begins_too_early'] }
  }

  function note(
    db: Database,
    { actor, request }: Done,
    action: string,
    subject: string,
    before: unknown,
    after?: unknown,
  ) {
    return writeAudit(db, { action, actorUserId: actor.userId, subject, before, after, requestId: request.id })
  }
}
