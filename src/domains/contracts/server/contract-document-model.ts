import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { Cups } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ContractStatus } from '../rules.ts'

/** Everything that the contract document shows, as of the day `asOf`. Unknown values are null. */
export type ContractDocument = {
  name: string
  asOf: MarketDay
  status: ContractStatus
  signedOn: MarketDay | null
  startsOn: MarketDay | null
  endsOn: MarketDay | null
  retailer: { name: string }
  holder: { name: string; taxId: string }
  payer: { name: string; taxId: string; address: string }
  notification: { name: string; address: string; email: string | null; phone: string | null }
  delivery: 'email' | 'postal'
  iban: string | null
  supply: {
    cups: Cups
    address: string
    cadastralReference: string | null
    tariff: string
    distributor: { name: string; breakdownPhone: string | null } | null
    distributorReference: string | null
  }
  product: string
} & (
  | {
      energy: 'electricity'
      /** Contracted power per period, P1 first. */
      powerWatts: readonly number[]
      prices: PricesInForce<ElectricityPrices> | null
    }
  | { energy: 'gas'; pressure: string | null; flowRate: string | null; prices: PricesInForce<GasPrices> | null }
)

/** Prices with the first day on which they apply. */
export type PricesInForce<Prices> = Prices & { validFrom: MarketDay }
