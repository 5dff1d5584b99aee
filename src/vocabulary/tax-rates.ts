import type { DatedRegulatedPrice, PriceCondition, RegulatedPriceSeries } from './dated-regulated-prices.ts'

/** A tax rate for supplies whose highest contracted power does not exceed a limit. */
export type ReducedRate = { percent: string; maximumPowerWatts: number }

/** The taxes of a bill. The operator's own rows override them, and are the only source where none is known here. */
export type TaxRates = {
  electricityTax: RegulatedPriceSeries
  /**
   * The minimum electricity tax. The minimum for industrial use, which is half of it, requires registration and is not
   * modelled.
   */
  electricityTaxMinimum: RegulatedPriceSeries
  vat: RegulatedPriceSeries
  reducedElectricityVat: RegulatedPriceSeries<ReducedRate>
  reducedGasVat: RegulatedPriceSeries
  /** For meters and services in the Canary Islands; electricity has rates of its own there. */
  igic: RegulatedPriceSeries
  igicElectricityHome: RegulatedPriceSeries
  igicElectricityBusiness: RegulatedPriceSeries
  /** For meters and services in Ceuta and Melilla; electricity has a rate of its own there. */
  ipsi: RegulatedPriceSeries
  ipsiElectricity: RegulatedPriceSeries
  /** For gas used for heating and not for a business. */
  hydrocarbonTax: RegulatedPriceSeries
  hydrocarbonTaxProfessional: RegulatedPriceSeries
}

const generalElectricityTax = { value: '5.11269632', source: 'Ley 38/1992, art. 99' }
const generalVat = { value: '21', source: 'Ley 37/1992, art. 90' }
const upTo10Kw = { maximumPowerWatts: 10_000 }
// The norms of the two territories were not consulted: an operator may enter the rates that they know to be right.
const canaries = {
  validFrom: '2020-01-01',
  validTo: null,
  source: 'Som Energia on its bills in the Canary Islands: since 1 January 2020',
  provisional: true,
} as const

/**
 * Returns the rows of a tax from November 2026 on. Real Decreto-ley 25/2026 (BOE-A-2026-20265, arts. 18 to 21), which
 * Congress has to validate, lowers it in November if the consumer prices of electricity of September (INE 04.5.1) rose by
 * more than 15 % in a year, and in December by those of October; neither result is known. After that the general value
 * stands in until an operator enters the next one.
 */
function conditionalRows(
  general: { value: string; source: string },
  lower: Pick<PriceCondition, 'value' | 'maximumPowerWatts'>,
): DatedRegulatedPrice[] {
  const norm = { ...lower, source: 'Real Decreto-ley 25/2026, arts. 18-21 (BOE-A-2026-20265)' }
  const rowOf = (validFrom: string, validTo: string | null) => ({
    validFrom,
    validTo,
    ...general,
    provisional: true as const,
  })
  return [
    { ...rowOf('2026-11-01', '2026-12-01'), condition: { ...norm, decidedOn: '2026-10-14' } },
    { ...rowOf('2026-12-01', '2027-01-01'), condition: { ...norm, decidedOn: '2026-11-13' } },
    rowOf('2027-01-01', null),
  ]
}

/** The taxes known to the product. */
export const taxRates: TaxRates = {
  electricityTax: {
    name: 'electricity_tax',
    unit: '%',
    rows: [
      { validFrom: '2021-09-16', validTo: '2024-01-01', value: '0.5', source: 'Real Decreto-ley 17/2021, as extended' },
      { validFrom: '2024-01-01', validTo: '2024-04-01', value: '2.5', source: 'Real Decreto-ley 8/2023' },
      { validFrom: '2024-04-01', validTo: '2024-07-01', value: '3.8', source: 'Real Decreto-ley 8/2023' },
      { validFrom: '2024-07-01', validTo: '2026-03-22', ...generalElectricityTax },
      { validFrom: '2026-03-22', validTo: '2026-06-01', value: '0.5', source: 'Real Decreto-ley 7/2026' },
      { validFrom: '2026-06-01', validTo: '2026-11-01', ...generalElectricityTax },
      ...conditionalRows(generalElectricityTax, { value: '0.5' }),
    ],
  },
  electricityTaxMinimum: {
    name: 'electricity_tax_minimum',
    unit: 'EUR/MWh',
    rows: [{ validFrom: '2021-09-16', validTo: null, value: '1', source: 'Ley 38/1992, art. 99.2' }],
  },
  vat: {
    name: 'vat',
    unit: '%',
    rows: [
      { validFrom: '2012-09-01', validTo: '2026-11-01', ...generalVat },
      // For small supplies, on the same condition as the electricity tax.
      ...conditionalRows(generalVat, { value: '10', ...upTo10Kw }),
    ],
  },
  // Severely vulnerable customers had it at any power; they are supplied at the regulated tariff, which the retailer
  // does not sell.
  reducedElectricityVat: {
    name: 'reduced_electricity_vat',
    unit: '%',
    rows: [
      {
        validFrom: '2021-06-26',
        validTo: '2022-07-01',
        value: { percent: '10', ...upTo10Kw },
        source: 'Real Decreto-ley 12/2021, art. 1 (BOE-A-2021-10584), as extended',
      },
      {
        validFrom: '2022-07-01',
        validTo: '2024-01-01',
        value: { percent: '5', ...upTo10Kw },
        source: 'Real Decreto-ley 11/2022, as extended',
      },
      {
        validFrom: '2024-01-01',
        validTo: '2024-03-01',
        value: { percent: '10', ...upTo10Kw },
        source: 'Real Decreto-ley 8/2023, while the market price of the month before was above 45 EUR/MWh',
      },
      {
        validFrom: '2024-07-01',
        validTo: '2025-01-01',
        value: { percent: '10', ...upTo10Kw },
        source: 'Real Decreto-ley 8/2023: the market price was above 45 EUR/MWh again',
      },
      {
        validFrom: '2026-03-22',
        validTo: '2026-04-30',
        value: { percent: '10', maximumPowerWatts: 9_999 },
        source: 'Real Decreto-ley 7/2026: below 10 kW',
      },
      {
        validFrom: '2026-04-30',
        validTo: '2026-06-01',
        value: { percent: '10', ...upTo10Kw },
        source: 'Real Decreto-ley 10/2026: up to 10 kW',
      },
    ],
  },
  reducedGasVat: {
    name: 'reduced_gas_vat',
    unit: '%',
    rows: [
      { validFrom: '2022-10-01', validTo: '2024-01-01', value: '5', source: 'Real Decreto-ley 17/2022, as extended' },
      { validFrom: '2024-01-01', validTo: '2024-04-01', value: '10', source: 'Real Decreto-ley 8/2023' },
    ],
  },
  igic: { name: 'igic', unit: '%', rows: [{ ...canaries, value: '7' }] },
  igicElectricityHome: { name: 'igic_electricity_home', unit: '%', rows: [{ ...canaries, value: '0' }] },
  igicElectricityBusiness: { name: 'igic_electricity_business', unit: '%', rows: [{ ...canaries, value: '3' }] },
  ipsi: { name: 'ipsi', unit: '%', rows: [] },
  ipsiElectricity: {
    name: 'ipsi_electricity',
    unit: '%',
    rows: [
      {
        validFrom: '2022-07-01',
        validTo: null,
        value: '1',
        source: 'Price lists of retailers for Ceuta and Melilla',
        provisional: true,
      },
    ],
  },
  hydrocarbonTax: {
    name: 'hydrocarbon_tax',
    unit: 'EUR/kWh',
    rows: [{ validFrom: '2013-01-01', validTo: null, value: '0.00234', source: 'Ley 38/1992, art. 50: 0.65 EUR/GJ' }],
  },
  hydrocarbonTaxProfessional: {
    name: 'hydrocarbon_tax_professional',
    unit: 'EUR/kWh',
    rows: [{ validFrom: '2013-01-01', validTo: null, value: '0.00054', source: 'Ley 38/1992, art. 50: 0.15 EUR/GJ' }],
  },
}
