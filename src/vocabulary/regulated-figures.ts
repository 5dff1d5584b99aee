import { type AccessPrices, accessPrices } from './access-prices.ts'
import type { FigureSeries } from './dated-figures.ts'
import type { EnergyTariff } from './tariff-periods.ts'

export type MeterRental = 'single_phase' | 'three_phase'

/** A tax rate for supplies whose highest contracted power does not exceed a limit. */
type ReducedRate = { percent: string; maximumPowerWatts: number }

/**
 * What norms fix and a bill needs, each with its dates. An operator's own rows (the taxes of the Canary Islands, Ceuta and
 * Melilla, the hydrocarbon tax, gas tolls) are added to the series that stand empty here.
 */
export type RegulatedFigures = {
  electricityTax: FigureSeries
  /** What the electricity tax comes to at least. Industrial use, with half of it, has to be registered and is not modelled. */
  electricityTaxMinimum: FigureSeries
  vat: FigureSeries
  reducedElectricityVat: FigureSeries<ReducedRate>
  igic: FigureSeries
  ipsi: FigureSeries
  hydrocarbonTax: FigureSeries
  socialBonusFunding: FigureSeries
  meterRental: Record<MeterRental, FigureSeries>
  accessPrices: Record<EnergyTariff, AccessPrices>
  connectionRights: { hookUp: FigureSeries; access: FigureSeries; extension: FigureSeries }
  gasTollRl3Telemetered: { fixed: FigureSeries; variable: FigureSeries }
  /** The least and the most energy that a cubic metre of gas may hold to be let into the system. */
  gasEnergyLeast: FigureSeries
  gasEnergyMost: FigureSeries
}

const generalElectricityTax = { value: '5.11269632', source: 'Ley 38/1992, art. 99' }
// The protocol was not read; whatever leans on the range may ask for confirmation by it, and refuse nothing.
const gasEnergyRange = {
  validFrom: '2013-01-01',
  validTo: null,
  source: 'PD-01 (Resolución de 21 de diciembre de 2012), range as commonly cited',
  provisional: true,
} as const
const generalVat = { value: '21', source: 'Ley 37/1992, art. 90' }

/** The figures known to the product. */
export const regulatedFigures: RegulatedFigures = {
  electricityTax: {
    name: 'electricity_tax',
    unit: '%',
    rows: [
      { validFrom: '2024-01-01', validTo: '2024-04-01', value: '2.5', source: 'Real Decreto-ley 8/2023' },
      { validFrom: '2024-04-01', validTo: '2024-07-01', value: '3.8', source: 'Real Decreto-ley 8/2023' },
      // No source confirms these eighteen months; the temporary rates had ended, so the general one is taken.
      { validFrom: '2024-07-01', validTo: '2026-01-01', ...generalElectricityTax, provisional: true },
      { validFrom: '2026-01-01', validTo: '2026-03-22', ...generalElectricityTax },
      { validFrom: '2026-03-22', validTo: '2026-06-01', value: '0.5', source: 'Real Decreto-ley 7/2026' },
      { validFrom: '2026-06-01', validTo: '2026-11-01', ...generalElectricityTax },
      // Real Decreto-ley 25/2026 lowers it to 0.5 % if consumer prices rise beyond a threshold; not known to have happened.
      { validFrom: '2026-11-01', validTo: null, ...generalElectricityTax, provisional: true },
    ],
  },
  electricityTaxMinimum: {
    name: 'electricity_tax_minimum',
    unit: 'EUR/MWh',
    rows: [{ validFrom: '2024-01-01', validTo: null, value: '1', source: 'Ley 38/1992, art. 99.2' }],
  },
  vat: {
    name: 'vat',
    unit: '%',
    rows: [
      // The general rate is certain; which supplies enjoyed a lower one before 2026 is not.
      { validFrom: '2012-09-01', validTo: '2026-01-01', ...generalVat, provisional: true },
      { validFrom: '2026-01-01', validTo: '2026-11-01', ...generalVat },
      // Real Decreto-ley 25/2026 lowers it for small supplies on the same condition as the electricity tax.
      { validFrom: '2026-11-01', validTo: null, ...generalVat, provisional: true },
    ],
  },
  // Severely vulnerable customers had it at any power; they are supplied at the regulated tariff, which is not sold here.
  reducedElectricityVat: {
    name: 'reduced_electricity_vat',
    unit: '%',
    rows: [
      {
        validFrom: '2026-03-22',
        validTo: '2026-04-30',
        value: { percent: '10', maximumPowerWatts: 9_999 },
        source: 'Real Decreto-ley 7/2026: below 10 kW',
      },
      {
        validFrom: '2026-04-30',
        validTo: '2026-06-01',
        value: { percent: '10', maximumPowerWatts: 10_000 },
        source: 'Real Decreto-ley 10/2026: up to 10 kW',
      },
    ],
  },
  igic: { name: 'igic', unit: '%', rows: [] },
  ipsi: { name: 'ipsi', unit: '%', rows: [] },
  hydrocarbonTax: { name: 'hydrocarbon_tax', unit: 'EUR/kWh', rows: [] },
  socialBonusFunding: {
    name: 'social_bonus_funding',
    unit: 'EUR/day',
    rows: [
      // The order of 2024 is not at hand: the next known value is carried back.
      {
        validFrom: '2024-01-01',
        validTo: '2025-01-01',
        value: '0.012742',
        source: 'As in 2025',
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
      // Set anew every year: the last value is carried on until the operator enters the next one.
      {
        validFrom: '2027-01-01',
        validTo: null,
        value: '0.024688',
        source: 'As in 2026',
        provisional: true,
      },
    ],
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
  connectionRights: {
    hookUp: {
      name: 'hook_up_right',
      unit: 'EUR',
      rows: [{ validFrom: '2010-01-01', validTo: null, value: '9.04', source: 'Orden ITC/3519/2009' }],
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
