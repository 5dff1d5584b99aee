import { type RegulatedPrices, regulatedPrices } from '#vocabulary/regulated-prices.ts'

/**
 * The regulated prices with the row that a gas retailer enters itself: here 0.65 EUR/GJ, the statutory rate for heating
 * and cooking at home, as entered by the operator of the demo.
 */
export const demoFigures: RegulatedPrices = {
  ...regulatedPrices,
  hydrocarbonTax: {
    ...regulatedPrices.hydrocarbonTax,
    rows: [
      { validFrom: '2024-01-01', validTo: null, value: '0.00234', source: 'Ley 38/1992, art. 50, by the operator' },
    ],
  },
}
