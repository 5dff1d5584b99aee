import type { StandingCharge } from '#vocabulary/bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import { type Decimal, multiplyDecimals, subtractPercent } from '#vocabulary/decimal.ts'
import type { OfferedProduct } from '../api.ts'
import type { Offer } from './offer-store.ts'
import type { MissingForYear } from './resolve-year.ts'

type YearEstimate = NonNullable<OfferedProduct['year']> | MissingForYear | 'market'

/** Converts an electricity product to the API format. */
export function presentElectricityOffer(offer: Offer<ElectricityPrices>, year: YearEstimate): OfferedProduct {
  const { powerPerKw, energyEurPerKwh, surplusEurPerKwh, discounts } = offer.prices
  return {
    ...presentNames(offer, year),
    prices: {
      valid_from: offer.validFrom,
      power: powerPerKw.map((price) => yearlyEuros(price)),
      energy: energyEurPerKwh.map(Number),
      fixed: null,
      surplus: surplusEurPerKwh === null ? null : Number(surplusEurPerKwh),
      ...presentDiscounts(energyEurPerKwh, discounts.power, discounts.energy),
      power_discounted: powerPerKw.map((price) => yearlyEuros(price, discounts.power)),
    },
  }
}

/** Converts a gas product to the API format. */
export function presentGasOffer(offer: Offer<GasPrices>, year: YearEstimate): OfferedProduct {
  const { fixed, variableEurPerKwh, discounts } = offer.prices
  return {
    ...presentNames(offer, year),
    prices: {
      valid_from: offer.validFrom,
      power: null,
      energy: [Number(variableEurPerKwh)],
      fixed: yearlyEuros(fixed),
      surplus: null,
      ...presentDiscounts([variableEurPerKwh], discounts.gas_fixed, discounts.gas_variable),
      fixed_discounted: yearlyEuros(fixed, discounts.gas_fixed),
    },
  }
}

function presentNames({ productId, name, description, link, isDynamic }: Offer<unknown>, known: YearEstimate) {
  // The prices of a product that follows the market are only what is added to it.
  const year = isDynamic ? 'market' : known
  const missing = typeof year === 'string' ? year : null
  return {
    ...{ id: productId, name, ov_description: description, ov_link: link, is_dynamic: isDynamic },
    year: typeof year === 'string' ? null : year,
    year_missing: missing,
  }
}

/** Returns the permanent discounts in per cent, and the discounted energy prices. */
function presentDiscounts(energyEurPerKwh: readonly Decimal[], standing?: Decimal, energy?: Decimal) {
  return {
    discounts: { standing: percent(standing), energy: percent(energy) },
    energy_discounted: energyEurPerKwh.map((eur) => Number(subtractPercent(eur, energy ?? '0'))),
  }
}

function percent(value: Decimal | undefined): number | null {
  return value === undefined ? null : Number(value)
}

/** Returns a yearly price in euros after the permanent discount. */
function yearlyEuros({ per, eur }: StandingCharge, percentOff: Decimal = '0'): number {
  return Number(subtractPercent(per === 'year' ? eur : multiplyDecimals(eur, '365'), percentOff))
}
