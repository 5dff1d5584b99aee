import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { selectPricesInForce } from '#domains/offers/server/prices-in-force.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { contractStatusOf } from '../rules.ts'
import type { ContractDocument, PricesInForce } from './contract-document-model.ts'

/** What the database holds of a document; the retailer comes from elsewhere. */
type ContractRecord = WithoutRetailer<ContractDocument>
type WithoutRetailer<Document> = Document extends unknown ? Omit<Document, 'retailer'> : never

type ContractQuery = { customerIds: number[]; name: string; asOf: MarketDay }
/**
 * Finds a contract of a holder with everything its document shows. Returns undefined when it is not theirs. Its prices
 * are those of the day `asOf`, or of its last day where it has ended.
 */
export async function findContract(db: Database, query: ContractQuery): Promise<ContractRecord | undefined> {
  const row = await selectContract(db, query)
  if (!row) return undefined

  const { energy, valid_from: validFrom } = row
  const prices = validFrom === null ? null : { ...(row.prices as object), validFrom }
  const record = {
    name: row.name,
    asOf: query.asOf,
    status: contractStatusOf({ state: row.state, signedOn: row.signed_on }),
    signedOn: row.signed_on,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    holder: { name: row.holder_name, taxId: row.holder_tax_id },
    payer: { name: row.payer_name, taxId: row.payer_tax_id, address: row.payer_address },
    notification: {
      name: row.addressee,
      address: row.full_address,
      email: row.email,
      phone: row.phone,
    },
    delivery: row.invoice_delivery as 'email' | 'postal',
    iban: row.iban,
    supply: {
      cups: row.cups,
      address: `${row.supply_street}, ${row.postcode} ${row.supply_city}`,
      cadastralReference: row.cadastral_reference,
      tariff: row.tariff,
      distributor:
        row.distributor_name === null ? null : { name: row.distributor_name, breakdownPhone: row.breakdown_phone },
      distributorReference: row.distributor_reference,
    },
    product: row.commercial_name ?? row.product_name,
  }
  return energy === 'gas'
    ? {
        ...record,
        energy,
        pressure: row.pressure,
        flowRate: row.flow_rate,
        prices: prices as PricesInForce<GasPrices> | null,
      }
    : {
        ...record,
        energy: 'electricity',
        powerWatts: row.power_watts,
        prices: prices as PricesInForce<ElectricityPrices> | null,
      }
}

function selectContract(db: Database, { customerIds, name, asOf }: ContractQuery) {
  return db
    .selectFrom('contract')
    .innerJoin('customer', 'customer.customer_id', 'contract.customer_id')
    .innerJoin('product', 'product.product_id', 'contract.product_id')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .innerJoin('address', (join) =>
      join
        .onRef('address.customer_id', '=', 'contract.customer_id')
        .onRef('address.address_id', '=', 'contract.notification_address_id'),
    )
    .leftJoin('distributor', 'distributor.distributor_id', 'supply_point.distributor_id')
    .leftJoinLateral(
      selectPricesInForce(db, {
        product: 'contract.product_id',
        tariff: 'contract.tariff',
        day: sql<MarketDay>`least(${asOf}::date, contract.ends_on)`,
      }),
      (join) => join.onTrue(),
    )
    .where('contract.name', '=', name)
    .where(isOneOf('contract.customer_id', customerIds))
    .selectAll('contract')
    .select('customer.name as holder_name')
    .select((row) => row.fn.coalesce('customer.claimed_tax_id', 'customer.tax_id').as('holder_tax_id'))
    .select(['address.name as addressee', 'address.full_address', 'address.email', 'address.phone'])
    .select(['product.name as product_name', 'product.commercial_name'])
    .select(['supply_point.postcode', 'supply_point.cadastral_reference'])
    .select(['distributor.name as distributor_name', 'distributor.breakdown_phone'])
    .select(['price.valid_from', 'price.prices'])
    .executeTakeFirst()
}
