import type { RegulatedPriceSeries } from './dated-regulated-prices.ts'

/** The legal interest of money, and what the regulation of supply adds to it for what was billed too much. */
export type InterestRates = {
  legalInterest: RegulatedPriceSeries
  overbillingInterest: RegulatedPriceSeries
}

/** The interest rates known to the product, in percent a year. */
export const interestRates: InterestRates = {
  legalInterest: {
    name: 'legal_interest',
    unit: '%',
    rows: [
      { validFrom: '2016-01-01', validTo: '2021-01-01', value: '3', source: 'Public table of rates of 2016 to 2020' },
      {
        validFrom: '2021-01-01',
        validTo: '2023-01-01',
        value: '3',
        source: 'As commonly cited; the budget laws were not read',
        provisional: true,
      },
      {
        validFrom: '2023-01-01',
        validTo: '2026-01-01',
        value: '3.25',
        source: 'As commonly cited; the budget law was not read',
        provisional: true,
      },
      { validFrom: '2026-01-01', validTo: '2027-01-01', value: '3.25', source: 'Two public calculators of 2026' },
      // Set by each budget law: the last value applies until the operator enters the next one.
      { validFrom: '2027-01-01', validTo: null, value: '3.25', source: 'As in 2026', provisional: true },
    ],
  },
  overbillingInterest: {
    name: 'overbilling_interest',
    unit: '%',
    rows: [{ validFrom: '2026-06-12', validTo: null, value: '1.5', source: 'RD 88/2026, art. 44.4 (BOE-A-2026-3212)' }],
  },
}
