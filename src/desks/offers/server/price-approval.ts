import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { ActedBy, ActOutcome, ApprovalKind } from '#desks/approvals/server/approval-kind.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { Prices, planPrices, type WirePrices } from '../api.ts'
import { type Energy, mayBegin, pricesProblem } from '../rules.ts'
import {
  deletePrices,
  findPrices,
  findProduct,
  insertPrices,
  type KeptPrices,
  type Product,
  priceHistory,
  pricesOfWire,
  pricesOn,
  updatePrices,
  wireOf,
} from './product-store.ts'

const { tariff, valid_from } = planPrices.body.shape
const list = { product_id: z.int(), tariff }
const seenList = { ...list, from: valid_from, version: z.int() }
const PricePayload = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('plan'), ...list, valid_from, prices: Prices }),
  z.strictObject({ act: z.literal('change'), ...seenList, valid_from, prices: Prices }),
  z.strictObject({ act: z.literal('withdraw'), ...seenList }),
])
type PricePayload = z.output<typeof PricePayload>
type PlanPayload = Extract<PricePayload, { act: 'plan' }>
type ChangePayload = Extract<PricePayload, { act: 'change' }>
type WithdrawPayload = Extract<PricePayload, { act: 'withdraw' }>

/** What prices depend on: the product, and all price lists of the tariff, the first first. */
type PriceBasis = {
  product: { id: number; name: string; energy: Energy; is_archived: boolean }
  lists: { valid_from: string; version: number; prices: WirePrices }[]
}

type PriceProblem = 'invalid' | 'prices_exist' | 'product_archived' | 'prices_in_force' | 'prices_changed'
type PriceOutcome = ActOutcome<{ version: number }, PriceProblem>

/** What the requests for prices of a product are about, each followed by its tariff: one at a time. */
export function subjectOfPrices(productId: number): string {
  return `prices:${productId}:`
}

/** Planning, changing and withdrawing a price list, which another operator approves. */
export const priceApproval: ApprovalKind<PricePayload, PriceBasis, { version: number }, PriceProblem> = {
  name: 'prices',
  payload: PricePayload,
  subjectOf: ({ product_id, tariff }) => subjectOfPrices(product_id) + tariff,
  detail: detailOf,
  async readState(db, { product_id, tariff }) {
    const { id, name, commercial_name, energy, is_archived } = await productAt(db, product_id)
    const lists = await priceHistory(db, { id, energy }, tariff)
    return {
      product: { id, name: commercial_name ?? name, energy, is_archived },
      lists: lists.map(({ validFrom, version, prices }) => ({
        valid_from: validFrom,
        version,
        prices: wireOf(prices),
      })),
    }
  },
  async carryOut(trx, payload, by) {
    const product = await productAt(trx, payload.product_id)
    if (payload.act === 'plan') return plan(trx, product, payload, by)
    return payload.act === 'change' ? change(trx, product, payload, by) : withdraw(trx, product, payload, by)
  },
}

async function productAt(db: Database, id: number): Promise<Product> {
  const product = await findProduct(db, String(id))
  if (!product) throw new Error(`There is no product ${id}.`)
  return product
}

async function plan(trx: Transaction<DB>, product: Product, payload: PlanPayload, by: ActedBy): Promise<PriceOutcome> {
  if (product.is_archived) return { refused: 'product_archived' }
  const fields = await wrongIn(trx, product, payload, by)
  if (fields) return { refused: 'invalid', details: { fields } }
  const { tariff, valid_from: validFrom } = payload
  const prices = pricesOfWire(payload.prices)
  if (!(await insertPrices(trx, product, { tariff, validFrom, prices }))) return { refused: 'prices_exist' }
  await note(trx, by, 'prices_planned', product, tariff, undefined, { valid_from: validFrom, prices: wireOf(prices) })
  return { done: { version: 1 } }
}

async function change(
  trx: Transaction<DB>,
  product: Product,
  payload: ChangePayload,
  by: ActedBy,
): Promise<PriceOutcome> {
  const { tariff, from, version, valid_from: validFrom } = payload
  const current = await findPrices(trx, product, { tariff, from })
  if (!current) return { refused: 'prices_changed', details: standing(undefined) }
  if (hasBegun(current, by)) return { refused: 'prices_in_force' }
  const fields = await wrongIn(trx, product, payload, by)
  if (fields) return { refused: 'invalid', details: { fields } }
  if (validFrom !== from && (await findPrices(trx, product, { tariff, from: validFrom })))
    return { refused: 'prices_exist' }
  const prices = pricesOfWire(payload.prices)
  const after = await updatePrices(trx, product, { ...current, version }, { validFrom, prices })
  if (after === undefined) return { refused: 'prices_changed', details: standing(current) }
  const was = { valid_from: from, prices: wireOf(current.prices) }
  await note(trx, by, 'prices_changed', product, tariff, was, { valid_from: validFrom, prices: wireOf(prices) })
  return { done: { version: after } }
}

async function withdraw(
  trx: Transaction<DB>,
  product: Product,
  { tariff, from, version }: WithdrawPayload,
  by: ActedBy,
): Promise<PriceOutcome> {
  const current = await findPrices(trx, product, { tariff, from })
  if (!current) return { refused: 'prices_changed', details: standing(undefined) }
  if (hasBegun(current, by)) return { refused: 'prices_in_force' }
  if (!(await deletePrices(trx, product, { ...current, version })))
    return { refused: 'prices_changed', details: standing(current) }
  await note(trx, by, 'prices_withdrawn', product, tariff, { valid_from: from, prices: wireOf(current.prices) })
  return { done: { version } }
}

function today({ now }: ActedBy): string {
  return marketDayOf(now, 'Europe/Madrid')
}

function hasBegun({ validFrom }: KeptPrices, by: ActedBy): boolean {
  return validFrom <= today(by)
}

/** What stands now, for whoever saw something else. */
function standing(list: KeptPrices | undefined) {
  const current = list && { version: list.version, valid_from: list.validFrom, prices: wireOf(list.prices) }
  return { extra: { current: current ?? null } }
}

/** What is wrong with prices and the day from which they are to hold. */
async function wrongIn(
  db: Database,
  product: Product,
  { tariff, valid_from, prices }: Pick<PlanPayload, 'tariff' | 'valid_from' | 'prices'>,
  by: ActedBy,
): Promise<Record<string, string[]> | undefined> {
  const fields = pricesProblem(product.energy, tariff, pricesOfWire(prices))
  if (fields) return fields
  const day = today(by)
  const hasPrices = (await pricesOn(db, product, { tariff, day })) !== undefined
  return mayBegin(valid_from, { today: day, hasPrices }) ? undefined : { valid_from: ['begins_too_early'] }
}

function note(
  trx: Transaction<DB>,
  { userId, requestId }: ActedBy,
  action: string,
  { id }: Product,
  tariff: string,
  before: unknown,
  after?: unknown,
) {
  return writeAudit(trx, { action, actorUserId: userId, subject: `product:${id}:${tariff}`, before, after, requestId })
}

type Shown = { valid_from: string; prices: WirePrices } | null

function detailOf(payload: PricePayload, { product: { id, name, energy }, lists }: PriceBasis) {
  const upTo = (day: string): Shown => shown(lists.filter((each) => each.valid_from <= day).at(-1))
  const earlier = (day: string): Shown => shown(lists.filter((each) => each.valid_from < day).at(-1))
  const at = (day: string): Shown => shown(lists.find((each) => each.valid_from === day))
  const about = { kind: 'prices' as const, act: payload.act, product: { id, name, energy }, tariff: payload.tariff }
  if (payload.act === 'withdraw') return { ...about, before: at(payload.from), after: earlier(payload.from) }
  const after = { valid_from: payload.valid_from, prices: payload.prices }
  return { ...about, before: payload.act === 'plan' ? upTo(payload.valid_from) : at(payload.from), after }
}

function shown(list: PriceBasis['lists'][number] | undefined): Shown {
  return list ? { valid_from: list.valid_from, prices: list.prices } : null
}
