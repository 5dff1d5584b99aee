import { type AccessPrices, accessPrices } from './access-prices.ts'
import type { RegulatedPriceSeries } from './dated-regulated-prices.ts'
import { type ExcessPrices, excessPrices, type ReactivePrices, reactivePrices } from './excess-prices.ts'
import { type InterestRates, interestRates } from './legal-interest.ts'
import type { EnergyTariff } from './tariff-periods.ts'
import { type TaxRates, taxRates } from './tax-rates.ts'

export type MeterRental = 'single_phase' | 'three_phase'

/** The regulated prices that bills and compensations need, each with its dates. */
export type RegulatedPrices = TaxRates &
  InterestRates & {
    socialBonusFunding: RegulatedPriceSeries
    /** What the social bonus takes off the bill of a vulnerable and of a severely vulnerable household. */
    socialBonusDiscount: Record<'vulnerable' | 'severe', RegulatedPriceSeries>
    meterRental: Record<MeterRental, RegulatedPriceSeries>
    accessPrices: Record<EnergyTariff, AccessPrices>
    excessPrices: Record<EnergyTariff, ExcessPrices>
    reactivePrices: ReactivePrices
    connectionRights: {
      hookUp: RegulatedPriceSeries
      access: RegulatedPriceSeries
      extension: RegulatedPriceSeries
      verification: RegulatedPriceSeries
    }
    /** What a missed term of quality costs: the greater of an amount and a part of the first bill. */
    missedQualityTerm: { minimum: RegulatedPriceSeries; percentOfFirstBill: RegulatedPriceSeries }
    gasTollRl3Telemetered: { fixed: RegulatedPriceSeries; variable: RegulatedPriceSeries }
    /** The minimum and maximum energy content per cubic metre of gas admitted to the system. */
    gasEnergyLeast: RegulatedPriceSeries
    gasEnergyMost: RegulatedPriceSeries
  }

// The protocol was not consulted: the range may trigger a request for confirmation, but must not reject anything.
const gasEnergyRange = {
  validFrom: '2013-01-01',
  validTo: null,
  source: 'PD-01 (Resolución de 21 de diciembre de 2012), range as commonly cited',
  provisional: true,
} as const

/**
 * Returns the rows of a discount of the social bonus: the raised one of 2026, and before and after it, unless an operator
 * enters another, that of the norm itself.
 */
function discountRows(raised: string, own: string): RegulatedPriceSeries['rows'] {
  const raisedSource =
    'Real Decreto-ley 2/2026, for all of 2026, as reported by the press; the norm itself was not read'
  const ownSource = 'Real Decreto 897/2017, art. 6.3, as commonly cited; whether it is raised again is not known'
  return [
    { validFrom: '2025-07-01', validTo: '2026-01-01', value: own, source: ownSource, provisional: true },
    { validFrom: '2026-01-01', validTo: '2027-01-01', value: raised, source: raisedSource, provisional: true },
    { validFrom: '2027-01-01', validTo: null, value: own, source: ownSource, provisional: true },
  ]
}

const qualityCompensation = {
  validFrom: '2001-01-16',
  validTo: null,
  source: 'RD 1955/2000 105.6 (BOE-A-2000-24019)',
} as const

/** The regulated prices known to the product. */
export const regulatedPrices: RegulatedPrices = {
  ...taxRates,
  ...interestRates,
  socialBonusFunding: {
    name: 'social_bonus_funding',
    unit: 'EUR/day',
    rows: [
      {
        validFrom: '2024-01-01',
        validTo: '2025-01-01',
        value: '0.006282',
        source: '2.299047 EUR per supply and year, by the 366 days of 2024; the order itself was not read',
        provisional: true,
      },
      {
        validFrom: '2025-01-01',
        validTo: '2026-01-01',
        value: '0.012742',
        source: '4.650987 EUR per supply and year, as printed on bills of 2025; the order itself was not read',
        provisional: true,
      },
      { validFrom: '2026-01-01', validTo: '2026-06-26', value: '0.019121', source: 'Orden TED/1524/2025' },
      { validFrom: '2026-06-26', validTo: '2027-01-01', value: '0.024688', source: 'Orden TED/634/2026' },
      // Set anew every year: the last value applies until the operator enters the next one.
      {
        validFrom: '2027-01-01',
        validTo: null,
        value: '0.024688',
        source: 'As in 2026',
        provisional: true,
      },
    ],
  },
  socialBonusDiscount: {
    vulnerable: { name: 'social_bonus_discount_vulnerable', unit: '%', rows: discountRows('42.5', '35') },
    severe: { name: 'social_bonus_discount_severe', unit: '%', rows: discountRows('57.5', '50') },
  },
  meterRental: {
    single_phase: {
      name: 'meter_rental_single_phase',
      unit: 'EUR/day',
      rows: [
        {
          validFrom: '2014-01-01',
          validTo: null,
          value: '0.02663',
          source: 'Orden IET/1491/2013: 0.81 EUR/month, × 12 / 365',
        },
      ],
    },
    three_phase: {
      name: 'meter_rental_three_phase',
      unit: 'EUR/day',
      rows: [
        {
          validFrom: '2014-01-01',
          validTo: null,
          value: '0.044712',
          source: 'Orden IET/1491/2013: 1.36 EUR/month, × 12 / 365',
        },
      ],
    },
  },
  accessPrices,
  excessPrices,
  reactivePrices,
  connectionRights: {
    hookUp: {
      name: 'hook_up_right',
      unit: 'EUR',
      rows: [{ validFrom: '2010-01-01', validTo: null, value: '9.04476', source: 'Orden ITC/3519/2009, annex V' }],
    },
    access: {
      name: 'access_right',
      unit: 'EUR/kW',
      rows: [
        { validFrom: '2010-01-01', validTo: null, value: '19.7', source: 'Orden ITC/3519/2009: 19.703137, as charged' },
      ],
    },
    extension: {
      name: 'extension_right',
      unit: 'EUR/kW',
      rows: [
        { validFrom: '2010-01-01', validTo: null, value: '17.27', source: 'Orden ITC/3519/2009: 17.37, as charged' },
      ],
    },
    verification: {
      name: 'verification_right',
      unit: 'EUR',
      rows: [
        { validFrom: '2010-01-01', validTo: null, value: '8.01', source: 'Orden ITC/3519/2009, annex V: 8.011716' },
      ],
    },
  },
  missedQualityTerm: {
    minimum: {
      name: 'missed_quality_minimum',
      unit: 'EUR',
      rows: [{ ...qualityCompensation, value: '30.050605' }],
    },
    percentOfFirstBill: {
      name: 'missed_quality_percent',
      unit: '%',
      rows: [{ ...qualityCompensation, value: '10' }],
    },
  },
  gasTollRl3Telemetered: {
    fixed: {
      name: 'gas_toll_rl3_telemetered_fixed',
      unit: 'EUR/(kWh/day)·year',
      rows: [{ validFrom: '2025-10-01', validTo: '2026-10-01', value: '2.270641', source: 'BOE-A-2025-11064' }],
    },
    variable: {
      name: 'gas_toll_rl3_telemetered_variable',
      unit: 'EUR/kWh',
      rows: [{ validFrom: '2025-10-01', validTo: '2026-10-01', value: '0.002018', source: 'BOE-A-2025-11064' }],
    },
  },
  gasEnergyLeast: {
    name: 'gas_energy_least',
    unit: 'kWh/m3',
    rows: [{ ...gasEnergyRange, value: '10.26' }],
  },
  gasEnergyMost: {
    name: 'gas_energy_most',
    unit: 'kWh/m3',
    rows: [{ ...gasEnergyRange, value: '13.26' }],
  },
}
