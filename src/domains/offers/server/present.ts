import type { StandingPrice } from '#vocabulary/bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import { type Decimal, lessPercent, multiplyDecimals } from '#vocabulary/decimal.ts'
import type { OfferedProduct } from '../api.ts'
import type { Offer } from './offer-store.ts'
import type { MissingForYear } from './year-of.ts'

type Year = NonNullable<OfferedProduct['year']> | MissingForYear

/** An electricity product as calls tell of it. */
export function presentElectricityOffer(offer: Offer<ElectricityPrices>, year: Year): OfferedProduct {
  const { powerPerKw, energyEurPerKwh, surplusEurPerKwh, discounts } = offer.prices
  return {
    ...names(offer, year),
    prices: {
      valid_from: offer.validFrom,
      power: powerPerKw.map((price) => perYear(price)),
      energy: energyEurPerKwh.map(Number),
      fixed: null,
      surplus: surplusEurPerKwh === null ? null : Number(surplusEurPerKwh),
      ...presentDiscounts(energyEurPerKwh, discounts.power, discounts.energy),
      power_discounted: powerPerKw.map((price) => perYear(price, discounts.power)),
    },
  }
}

/** A gas product as calls tell of it. */
export function presentGasOffer(offer: Offer<GasPrices>, year: Year): OfferedProduct {
  const { fixed, variableEurPerKwh, discounts } = offer.prices
  return {
    ...names(offer, year),
    prices: {
      valid_from: offer.validFrom,
      power: null,
      energy: [Number(variableEurPerKwh)],
      fixed: perYear(fixed),
      surplus: null,
      ...presentDiscounts([variableEurPerKwh], discounts.gas_fixed, discounts.gas_variable),
      fixed_discounted: perYear(fixed, discounts.gas_fixed),
    },
  }
}

function names({ productId, name, description, link }: Offer<unknown>, year: Year) {
  const missing = typeof year === 'string' ? year : null
  return {
    ...{ id: productId, name, ov_description: description, ov_link: link },
    year: typeof year === 'string' ? null : year,
    year_missing: missing,
  }
}

/** What is always taken off, in percent, and the energy once it is. */
function presentDiscounts(energyEurPerKwh: readonly Decimal[], standing?: Decimal, energy?: Decimal) {
  return {
    discounts: { standing: percent(standing), energy: percent(energy) },
    energy_discounted: energyEurPerKwh.map((eur) => Number(lessPercent(eur, energy ?? '0'))),
  }
}

function percent(value: Decimal | undefined): number | null {
  return value === undefined ? null : Number(value)
}

/** A price by the year, in euros, once what is always taken off is. */
function perYear({ per, eur }: StandingPrice, percentOff: Decimal = '0'): number {
  return Number(lessPercent(per === 'year' ? eur : multiplyDecimals(eur, '365'), percentOff))
}
