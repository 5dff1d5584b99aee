import type { Database } from '#db/database.ts'
import { activities } from '#domains/offers/server/activities.ts'
import { selectPricesInForce } from '#domains/offers/server/prices-in-force.ts'
import { priceElectricityYear, priceGasYear, resolveYear } from '#domains/offers/server/resolve-year.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import { cups20 } from '#vocabulary/cups.ts'
import { regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { PaymentMeans } from '#vocabulary/payment-means.ts'
import type { EnergyTariff } from '#vocabulary/tariff-periods.ts'
import type { BonusDiscounts } from '../../social-bonus.ts'
import { type CompleteSteps, type ContractDraft, holderOf, isCurrentlySupplied } from '../contract-draft.ts'

/** The contents of the document of a new contract. */
export type ContractDocumentData = {
  name: string
  energy: 'electricity' | 'gas'
  cups: string
  supplyAddress: string
  tariff: string
  powerWatts: number[]
  selfConsumptionCode: string
  holder: ReturnType<typeof holderOf> & { address: string }
  paymentMeans: PaymentMeans
  /** The account that is charged; null where nothing is. */
  iban: string | null
  distributor: string | null
  /** The code of the activity, and the cadastral reference as typed; null where they are not given. */
  cnaeCode: string | null
  cadastralReference: string | null
  product: string
  /** Whether the market price of each hour is added to its prices of energy. */
  isDynamic: boolean
  prices: { validFrom: MarketDay } & ({ kind: 'electricity'; of: ElectricityPrices } | { kind: 'gas'; of: GasPrices })
  /** The yearly cost with the consumption known to the register; null where that is not known. */
  year: { wh: number; cents: Cents } | null
  /** What the social bonus would take off, in per cent. */
  bonusDiscounts: BonusDiscounts
  /** Whether there is a supply today; otherwise it must be connected first. */
  isSupplied: boolean
  /** The day that the holder has named for the switch; null for as soon as possible. */
  switchOn: MarketDay | null
  madeAt: Date
}

/** Reads a draft just created in the same transaction, with the prices in force. */
export async function readContractDocumentData(
  db: Database,
  { draft, steps, now }: { draft: ContractDraft; steps: CompleteSteps; now: Date },
): Promise<ContractDocumentData> {
  const today = marketDayOf(now, 'Europe/Madrid')
  const row = await db
    .selectFrom('contract')
    .innerJoin('product', 'product.product_id', 'contract.product_id')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .leftJoin('distributor', 'distributor.distributor_id', 'supply_point.distributor_id')
    .innerJoinLateral(
      selectPricesInForce(db, { product: 'contract.product_id', tariff: 'contract.tariff', day: today }),
      (join) => join.onTrue(),
    )
    .where('contract.customer_id', '=', draft.customerId)
    .where('contract_id', '=', draft.contractId)
    .selectAll('contract')
    .select(['product.name as product_name', 'commercial_name', 'is_dynamic', 'distributor.name as distributor'])
    .select(['valid_from', 'prices'])
    .executeTakeFirstOrThrow()
  const kind = row.energy as 'electricity' | 'gas'
  const { tariff, cups, power_watts: powerWatts } = row
  // As typed: supply data from third parties must not be shown to the reader of the draft.
  const postcode = steps[1].address.dp!.trim()
  const prices = { validFrom: row.valid_from, kind, of: row.prices as never }
  return {
    name: row.name,
    energy: kind,
    cups,
    supplyAddress: `${row.supply_street} - ${postcode} ${row.supply_city}`,
    tariff,
    powerWatts,
    selfConsumptionCode: row.self_consumption_code,
    holder: { ...holderOf(steps), address: row.payer_address },
    paymentMeans: row.payment_means as PaymentMeans,
    iban: row.iban,
    distributor: row.distributor,
    cnaeCode: activities.find(({ id }) => id === steps[1].cnae)?.code ?? null,
    cadastralReference: steps[1].address.ref_catastral?.trim() || null,
    product: row.commercial_name ?? row.product_name,
    prices,
    isDynamic: row.is_dynamic,
    // What is added to the market tells nothing of a year.
    year: row.is_dynamic ? null : await estimateYear(db, { cups, postcode, tariff, powerWatts, prices, today }),
    bonusDiscounts: await findBonusDiscounts(db, today),
    isSupplied: isCurrentlySupplied(steps),
    switchOn: row.switch_on,
    madeAt: now,
  }
}

async function findBonusDiscounts(db: Database, day: MarketDay): Promise<BonusDiscounts> {
  const { vulnerable, severe } = (await loadRegulatedPrices(db)).socialBonusDiscount
  return { vulnerable: regulatedPriceAt(vulnerable, day).value, severe: regulatedPriceAt(severe, day).value }
}

type PricedSupply = Pick<ContractDocumentData, 'cups' | 'tariff' | 'powerWatts' | 'prices'> & {
  postcode: string
  today: MarketDay
}

async function estimateYear(db: Database, { cups, postcode, tariff, powerWatts, prices, today }: PricedSupply) {
  const year = await resolveYear(db, { cups20: cups20(cups), energy: prices.kind, postcode, statedKwh: null, today })
  if (typeof year === 'string') return null
  const cost =
    prices.kind === 'gas'
      ? priceGasYear(year, prices.of)
      : priceElectricityYear(year, { tariff: tariff as EnergyTariff, powerWatts, prices: prices.of })
  return cost === 'tax' ? null : { wh: cost.kwh * 1_000, cents: Math.round(cost.amount * 100) }
}
