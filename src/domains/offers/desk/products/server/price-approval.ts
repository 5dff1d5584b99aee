import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import {
  type ActionContext,
  type ActionOutcome,
  type ApprovalKind,
  auditedBy,
} from '#domains/approvals/server/approval-kind.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { Prices, planPrices, type WirePrices } from '../api.ts'
import type { PricesDetail } from '../approval-detail.ts'
import { type Energy, findPricesProblem, mayPriceListBegin } from '../rules.ts'
import {
  deletePriceList,
  findPriceHistory,
  findPricesOn,
  findProductPrices,
  fromWirePrices,
  insertPriceList,
  type StoredPriceList,
  toWirePrices,
  updatePriceList,
} from './price-list-store.ts'
import { findProduct, type Product } from './product-store.ts'

const { tariff, valid_from } = planPrices.body.shape
const priceListKey = { product_id: z.int(), tariff }
const seenPriceListKey = { ...priceListKey, from: valid_from, version: z.int() }
const PricePayload = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('plan'), ...priceListKey, valid_from, prices: Prices }),
  z.strictObject({ act: z.literal('change'), ...seenPriceListKey, valid_from, prices: Prices }),
  z.strictObject({ act: z.literal('withdraw'), ...seenPriceListKey }),
])
type PricePayload = z.output<typeof PricePayload>
type PlanPayload = Extract<PricePayload, { act: 'plan' }>
type ChangePayload = Extract<PricePayload, { act: 'change' }>
type WithdrawPayload = Extract<PricePayload, { act: 'withdraw' }>

/** The state that a price change depends on: the product and all price lists of the tariff, oldest first. */
type PriceBasis = {
  product: { id: number; name: string; energy: Energy; is_archived: boolean }
  lists: { valid_from: string; version: number; prices: WirePrices }[]
}

type PriceProblem = 'invalid' | 'prices_exist' | 'product_archived' | 'prices_in_force' | 'prices_changed'
type PriceOutcome = ActionOutcome<{ version: number }, PriceProblem>

/**
 * Returns the subject prefix of a product's price approvals; the tariff is appended, so that at most one per tariff is
 * open.
 */
export function priceApprovalSubject(productId: number): string {
  return `prices:${productId}:`
}

/** Planning, editing and withdrawing a price list, with approval by another operator. */
export const priceApproval: ApprovalKind<PricePayload, PriceBasis, { version: number }, PriceProblem, PricesDetail> = {
  name: 'prices',
  payload: PricePayload,
  subjectOf: ({ product_id, tariff }) => priceApprovalSubject(product_id) + tariff,
  detail: detailOf,
  async readState(db, { product_id, tariff }) {
    const { id, name, commercial_name, energy, is_archived } = await loadProduct(db, product_id)
    const lists = await findPriceHistory(db, { id, energy }, tariff)
    return {
      product: { id, name: commercial_name ?? name, energy, is_archived },
      lists: lists.map(({ validFrom, version, prices }) => ({
        valid_from: validFrom,
        version,
        prices: toWirePrices(prices),
      })),
    }
  },
  async execute(trx, payload, by) {
    const product = await loadProduct(trx, payload.product_id)
    if (payload.act === 'plan') return planPriceList(trx, product, payload, by)
    return payload.act === 'change'
      ? changePriceList(trx, product, payload, by)
      : withdrawPriceList(trx, product, payload, by)
  },
}

async function loadProduct(db: Database, id: number): Promise<Product> {
  const product = await findProduct(db, String(id))
  if (!product) throw new Error(`There is no product ${id}.`)
  return product
}

async function planPriceList(
  trx: Transaction<DB>,
  product: Product,
  payload: PlanPayload,
  by: ActionContext,
): Promise<PriceOutcome> {
  if (product.is_archived) return { refused: 'product_archived' }
  const fields = await findInvalidFields(trx, product, payload, by)
  if (fields) return { refused: 'invalid', details: { fields } }
  const { tariff, valid_from: validFrom } = payload
  const prices = fromWirePrices(payload.prices)
  if (!(await insertPriceList(trx, product, { tariff, validFrom, prices }))) return { refused: 'prices_exist' }
  const subject = `product:${product.id}:${tariff}`
  const after = { valid_from: validFrom, prices: toWirePrices(prices) }
  await auditChange({ db: trx, ...auditedBy(by), action: 'prices_planned', subject, after })
  return { done: { version: 1 } }
}

async function changePriceList(
  trx: Transaction<DB>,
  product: Product,
  payload: ChangePayload,
  by: ActionContext,
): Promise<PriceOutcome> {
  const { tariff, from, version, valid_from: validFrom } = payload
  const current = await findProductPrices(trx, product, { tariff, from })
  if (!current) return { refused: 'prices_changed', details: presentCurrent(undefined) }
  if (hasPriceListBegun(current, by)) return { refused: 'prices_in_force' }
  const fields = await findInvalidFields(trx, product, payload, by)
  if (fields) return { refused: 'invalid', details: { fields } }
  if (validFrom !== from && (await findProductPrices(trx, product, { tariff, from: validFrom })))
    return { refused: 'prices_exist' }
  const prices = fromWirePrices(payload.prices)
  const after = await updatePriceList(trx, product, { ...current, version }, { validFrom, prices })
  if (after === undefined) return { refused: 'prices_changed', details: presentCurrent(current) }
  await auditChange({
    ...{ db: trx, ...auditedBy(by) },
    action: 'prices_changed',
    subject: `product:${product.id}:${tariff}`,
    before: { valid_from: from, prices: toWirePrices(current.prices) },
    after: { valid_from: validFrom, prices: toWirePrices(prices) },
  })
  return { done: { version: after } }
}

async function withdrawPriceList(
  trx: Transaction<DB>,
  product: Product,
  { tariff, from, version }: WithdrawPayload,
  by: ActionContext,
): Promise<PriceOutcome> {
  const current = await findProductPrices(trx, product, { tariff, from })
  if (!current) return { refused: 'prices_changed', details: presentCurrent(undefined) }
  if (hasPriceListBegun(current, by)) return { refused: 'prices_in_force' }
  if (!(await deletePriceList(trx, product, { ...current, version })))
    return { refused: 'prices_changed', details: presentCurrent(current) }
  await auditChange({
    ...{ db: trx, ...auditedBy(by) },
    action: 'prices_withdrawn',
    subject: `product:${product.id}:${tariff}`,
    before: { valid_from: from, prices: toWirePrices(current.prices) },
  })
  return { done: { version } }
}

function todayOf({ now }: ActionContext): string {
  return marketDayOf(now, 'Europe/Madrid')
}

function hasPriceListBegun({ validFrom }: StoredPriceList, by: ActionContext): boolean {
  return validFrom <= todayOf(by)
}

/** Returns the current price list for an operator whose edit conflicts with it. */
function presentCurrent(list: StoredPriceList | undefined) {
  const current = list && { version: list.version, valid_from: list.validFrom, prices: toWirePrices(list.prices) }
  return { extra: { current: current ?? null } }
}

/** Returns the invalid fields of prices and their start day. */
async function findInvalidFields(
  db: Database,
  product: Product,
  { tariff, valid_from, prices }: Pick<PlanPayload, 'tariff' | 'valid_from' | 'prices'>,
  by: ActionContext,
): Promise<Record<string, string[]> | undefined> {
  const fields = findPricesProblem(product.energy, tariff, fromWirePrices(prices))
  if (fields) return fields
  const day = todayOf(by)
  const hasPrices = (await findPricesOn(db, product, { tariff, day })) !== undefined
  return mayPriceListBegin(valid_from, { today: day, hasPrices }) ? undefined : { valid_from: ['begins_too_early'] }
}

type PriceListSnapshot = { valid_from: string; prices: WirePrices } | null

function detailOf(payload: PricePayload, { product: { id, name, energy }, lists }: PriceBasis) {
  const inForceOn = (day: string): PriceListSnapshot =>
    toSnapshot(lists.filter((each) => each.valid_from <= day).at(-1))
  const inForceBefore = (day: string): PriceListSnapshot =>
    toSnapshot(lists.filter((each) => each.valid_from < day).at(-1))
  const beginningOn = (day: string): PriceListSnapshot => toSnapshot(lists.find((each) => each.valid_from === day))
  const common = { kind: 'prices' as const, act: payload.act, product: { id, name, energy }, tariff: payload.tariff }
  if (payload.act === 'withdraw')
    return { ...common, before: beginningOn(payload.from), after: inForceBefore(payload.from) }
  const after = { valid_from: payload.valid_from, prices: payload.prices }
  return {
    ...common,
    before: payload.act === 'plan' ? inForceOn(payload.valid_from) : beginningOn(payload.from),
    after,
  }
}

function toSnapshot(list: PriceBasis['lists'][number] | undefined): PriceListSnapshot {
  return list ? { valid_from: list.valid_from, prices: list.prices } : null
}
