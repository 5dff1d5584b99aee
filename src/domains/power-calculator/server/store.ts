import type { Database } from '#db/database.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { perYear } from '../advice-rules.ts'

/** What the product of a contract charges for its powers on a day, P1 first. */
export type ContractPrices = { eurPerKwYear: Decimal[]; discountPercent: Decimal | null }

/** The prices of a holder's contract in its own access tariff; null where the product has none there. */
export async function findPowerPrices(
  db: Database,
  { customerId, contractId, day }: { customerId: number; contractId: number; day: MarketDay },
): Promise<ContractPrices | null> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('product_price', (join) =>
      join
        .onRef('product_price.product_id', '=', 'contract.product_id')
        .onRef('product_price.tariff', '=', 'contract.tariff'),
    )
    .where('contract.customer_id', '=', customerId)
    .where('contract.contract_id', '=', contractId)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .select('prices')
    .executeTakeFirst()
  if (!row) return null
  const { powerPerKw, discounts } = row.prices as unknown as ElectricityPrices
  return { eurPerKwYear: powerPerKw.map(perYear), discountPercent: discounts.power ?? null }
}
