import type { StandingPrice } from '#vocabulary/bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import { multiplyDecimals } from '#vocabulary/decimal.ts'
import type { OfferedProduct } from '../api.ts'
import type { Offer } from './offer-store.ts'

type Year = NonNullable<OfferedProduct['year']> | null | undefined

/** An electricity product as calls tell of it. */
export function presentElectricityOffer(offer: Offer<ElectricityPrices>, year: Year): OfferedProduct {
  const { powerPerKw, energyEurPerKwh, surplusEurPerKwh } = offer.prices
  return {
    ...names(offer, year),
    prices: {
      valid_from: offer.validFrom,
      power: powerPerKw.map(perYear),
      energy: energyEurPerKwh.map(Number),
      fixed: null,
      surplus: surplusEurPerKwh === null ? null : Number(surplusEurPerKwh),
    },
  }
}

/** A gas product as calls tell of it. */
export function presentGasOffer(offer: Offer<GasPrices>, year: Year): OfferedProduct {
  const { fixed, variableEurPerKwh } = offer.prices
  return {
    ...names(offer, year),
    prices: {
      valid_from: offer.validFrom,
      power: null,
      energy: [Number(variableEurPerKwh)],
      fixed: perYear(fixed),
      surplus: null,
    },
  }
}

function names({ productId, name, description, link }: Offer<unknown>, year: Year) {
  return { id: productId, name, ov_description: description, ov_link: link, year: year ?? null }
}

function perYear({ per, eur }: StandingPrice): number {
  return Number(per === 'year' ? eur : multiplyDecimals(eur, '365'))
}
