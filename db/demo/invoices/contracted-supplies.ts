import type { Database } from '#db/database.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { DemoHolder, DemoSupply } from '../customers/demo-holder.ts'
import type { SoldProduct } from './supply-bill.ts'

/** A supply of the demo with the ids of its database rows. */
export type ContractedSupply = {
  supply: DemoSupply
  customerId: number
  contractId: number
  supplyPointId: number
  energy: 'electricity' | 'gas'
  product: SoldProduct
}

/** Returns a holder's supplies as stored in the database. */
export async function readContractedSupplies(db: Database, holder: DemoHolder): Promise<ContractedSupply[]> {
  const rows = await db
    .selectFrom('contract')
    .innerJoin('customer', 'customer.customer_id', 'contract.customer_id')
    .where('tax_id', '=', holder.taxId)
    .select([
      'contract.name',
      'contract.customer_id',
      'contract_id',
      'supply_point_id',
      'energy',
      'product_id',
      'tariff',
    ])
    .execute()
  const contracts = new Map(rows.map((row) => [row.name, row]))
  const products = await readSoldProducts(db)
  return holder.supplies.map((supply) => {
    const row = contracts.get(supply.contract)!
    return {
      supply,
      customerId: row.customer_id,
      contractId: row.contract_id,
      supplyPointId: row.supply_point_id,
      energy: row.energy === 'gas' ? 'gas' : 'electricity',
      product: products.get(`${row.product_id} ${row.tariff}`)!,
    }
  })
}

/** Returns products by tariff: the key is the product id and the tariff name. */
async function readSoldProducts(db: Database): Promise<Map<string, SoldProduct>> {
  const rows = await db
    .selectFrom('product')
    .innerJoin('product_price', 'product_price.product_id', 'product.product_id')
    .orderBy('valid_from')
    .select(['product.product_id', 'name', 'commercial_name', 'tariff', 'valid_from', 'prices'])
    .execute()
  const products = Map.groupBy(rows, ({ product_id, tariff }) => `${product_id} ${tariff}`)
  return new Map(
    [...products].map(([key, prices]) => {
      const [{ name, commercial_name }] = prices as [(typeof prices)[number]]
      const dated = prices.map(({ valid_from, prices: terms }) => ({
        validFrom: valid_from,
        terms: terms as unknown as ElectricityPrices | GasPrices,
      }))
      return [key, { name: commercial_name ?? name, prices: dated }]
    }),
  )
}
