import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { cups20 } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/** Returns the ids of distributors by code. */
export async function findDistributorIds(db: Database): Promise<Map<string, number>> {
  const rows = await db.selectFrom('distributor').select(['ree_code', 'distributor_id']).execute()
  return new Map(rows.map(({ ree_code, distributor_id }) => [ree_code, distributor_id]))
}

/** Returns the ids of products by `productKey`. */
export async function findProductIds(db: Database): Promise<Map<string, number>> {
  const rows = await db.selectFrom('product').select(['energy', 'name', 'product_id']).execute()
  return new Map(rows.map(({ product_id, ...product }) => [productKey(product), product_id]))
}

/** Returns the key of a product. Products of electricity and gas may share a name. */
export function productKey({ energy, name }: { energy: string; name: string }): string {
  return `${energy} ${name}`
}

export type KnownCustomer = {
  customerId: number
  name: string
  fiscalAddress: string
  email: string | null
  phone: string | null
}

/** Returns the existing holders among these tax ids. */
export async function findKnownCustomers(db: Database, taxIds: readonly string[]): Promise<Map<string, KnownCustomer>> {
  const rows = await db
    .selectFrom('customer')
    .where(sql<boolean>`tax_id = any(${taxIds})`)
    .select(['tax_id', 'customer_id', 'name', 'fiscal_address', 'email', 'phone'])
    .execute()
  return new Map(
    rows.map(({ tax_id, customer_id, fiscal_address, ...customer }) => [
      tax_id,
      { ...customer, customerId: customer_id, fiscalAddress: fiscal_address },
    ]),
  )
}

export type KnownSupplyPoint = {
  supplyPointId: number
  cups: string
  energy: string
  street: string
  city: string
  provinceCode: string
}

/** Returns the existing supply points among these CUPS, by their first twenty characters. */
export async function findKnownSupplyPoints(
  db: Database,
  cups: readonly string[],
): Promise<Map<string, KnownSupplyPoint>> {
  const rows = await db
    .selectFrom('supply_point')
    .where(sql<boolean>`cups20 = any(${cups.map(cups20)})`)
    .select(['cups20', 'supply_point_id', 'cups', 'energy', 'street', 'city', 'province_code'])
    .execute()
  return new Map(
    rows.map(({ cups20: key, supply_point_id, province_code, ...point }) => [
      key,
      { ...point, supplyPointId: supply_point_id, provinceCode: province_code },
    ]),
  )
}

export type KnownContract = {
  customerId: number
  tariff: string
  tariffFrom: MarketDay | null
  paymentMeans: string
}

/** Returns the existing contracts among these names. */
export async function findKnownContracts(db: Database, names: readonly string[]): Promise<Map<string, KnownContract>> {
  const rows = await db
    .selectFrom('contract')
    .where(sql<boolean>`name = any(${names})`)
    .select(['name', 'customer_id', 'tariff', 'tariff_from', 'payment_means'])
    .execute()
  return new Map(
    rows.map(({ name, customer_id, tariff, tariff_from, payment_means }) => [
      name,
      { customerId: customer_id, tariff, tariffFrom: tariff_from, paymentMeans: payment_means },
    ]),
  )
}

/** Returns the active contract of each of these supply points, ignoring contracts with these names. */
export async function findActiveContracts(
  db: Database,
  { supplyPointIds, except }: { supplyPointIds: readonly number[]; except: readonly string[] },
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('contract')
    .where('state', '=', 'activa')
    .where(sql<boolean>`supply_point_id = any(${supplyPointIds})`)
    .where(sql<boolean>`name <> all(${except})`)
    .select(['supply_point_id', 'name'])
    .execute()
  return new Map(rows.map(({ supply_point_id, name }) => [supply_point_id, name]))
}
