import { type RegulatedFigures, regulatedFigures } from '#vocabulary/regulated-figures.ts'

/**
 * The regulated figures with the row that a retailer of gas enters itself: here 0.65 EUR/GJ, what the law has for heating
 * and cooking at home, as the operator of the demo entered it.
 */
export const demoFigures: RegulatedFigures = {
  ...regulatedFigures,
  hydrocarbonTax: {
    ...regulatedFigures.hydrocarbonTax,
    rows: [
      { validFrom: '2024-01-01', validTo: null, value: '0.00234', source: 'Ley 38/1992, art. 50, by the operator' },
    ],
  },
}
