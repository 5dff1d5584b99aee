import { describe, expect, test } from 'vitest'
import { type BillLine, createAmountLine } from './bill.ts'
import { computeElectricityBill } from './bill-electricity.ts'
import { computeGasBill } from './bill-gas.ts'
import { printBill, september } from './bill-testing.ts'
import { findIndirectTaxLines } from './indirect-tax-lines.ts'
import { regulatedPrices } from './regulated-prices.ts'

const line = (kind: BillLine['kind'], cents: number, sign: '' | '-' = '') =>
  createAmountLine(september, kind, cents, sign)
const bare = 'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, social_bonus_funding 0.74'

describe('a line of a bill', () => {
  test.each<[string, BillLine, string, string]>([
    [
      'a service',
      line('service', 500),
      `${bare}, electricity_tax 2.27, meter 0.80, service 5.00, vat 11.03, total 63.57`,
      'VAT, and no electricity tax: 21 % of 52.54 = 11.0334',
    ],
    [
      'a discount on the whole',
      line('discount', 500, '-'),
      `${bare}, electricity_tax 2.27, meter 0.80, discount -5.00, vat 8.93, total 51.47`,
      'less VAT, and the same electricity tax: 21 % of 42.54 = 8.9334',
    ],
    [
      'an adjustment of earlier days',
      line('adjustment', 500),
      `${bare}, adjustment 5.00, electricity_tax 2.53, meter 0.80, vat 11.09, total 63.89`,
      'both taxes: 5.11269632 % of 49.47 = 2.5292; 21 % of 52.80 = 11.088',
    ],
    [
      'a discount for late activation',
      line('late_activation_discount', 500, '-'),
      `${bare}, late_activation_discount -5.00, electricity_tax 2.02, meter 0.80, vat 8.88, total 51.17`,
      'both taxes: 5.11269632 % of 39.47 = 2.0180; 21 % of 42.29 = 8.8809',
    ],
    [
      'a part of an older debt',
      line('instalment', 500),
      `${bare}, electricity_tax 2.27, meter 0.80, instalment 5.00, vat 9.98, total 62.52`,
      'none: it had them on the bill that it is a part of',
    ],
    [
      'interest given back',
      line('returned_interest', 500, '-'),
      `${bare}, electricity_tax 2.27, meter 0.80, returned_interest -5.00, vat 9.98, total 52.52`,
      'none',
    ],
  ])('bears its own taxes: %s', (_, other, expected) => {
    expect(printBill(computeElectricityBill({ ...september, otherLines: [other] }))).toBe(expected)
  })

  test('has the general IGIC for meters and services in the Canary Islands, beside that of the electricity', () => {
    const bill = computeElectricityBill({ ...september, zone: 'canarias', otherLines: [line('connection_right', 904)] })
    const taxes = bill.lines.filter(({ kind }) => kind === 'igic')
    expect(taxes.map(({ quantity, unitPrice, amountCents }) => [quantity, unitPrice, amountCents])).toEqual([
      ['46.74', '0', 0],
      ['9.84', '7', 69],
    ])
    expect(findIndirectTaxLines(bill.lines)).toEqual({ supply: taxes[0], meter: taxes[1], service: taxes[1] })
  })

  test('has three rates where meters and services in Ceuta differ from electricity and from one another', () => {
    const figures = {
      ...regulatedPrices,
      ipsi: {
        ...regulatedPrices.ipsi,
        rows: [{ validFrom: '2026-01-01', validTo: null, value: '4', source: 'Ceuta' }],
      },
    }
    const bill = computeElectricityBill({ ...september, zone: 'ceuta', otherLines: [line('service', 500)] }, figures)
    const taxes = bill.lines.filter(({ kind }) => kind === 'ipsi')
    expect(taxes.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
      ['46.74', '1'],
      ['5.80', '4'],
    ])
  })

  test('has the reduced VAT of gas, and a service beside it the general one', () => {
    const bill = computeGasBill({
      ...{
        firstDay: '2024-02-01',
        lastDay: '2024-02-29',
        dueDay: '2024-03-10',
        zone: 'peninsula',
        energyWh: 1_000_000,
      },
      prices: { fixed: { per: 'day', eur: '0.2' }, variableEurPerKwh: '0.06', discounts: {} },
      otherLines: [line('service', 500)],
    })
    // 5.80 + 60.00 + 2.34 of hydrocarbon tax at 10 %, and 5.00 at 21 %.
    expect(printBill(bill)).toBe(
      'gas_fixed 5.80, gas_variable 60.00, hydrocarbon_tax 2.34, service 5.00, vat 6.81 + 1.05, total 81.00',
    )
  })

  test('is not told its tax where the printed bases do not tell it', () => {
    const bill = computeElectricityBill({ ...september, zone: 'canarias' })
    const odd = bill.lines.map((each) => (each.kind === 'igic' ? { ...each, quantity: '1' } : each))
    expect(findIndirectTaxLines(odd)).toBeNull()
    expect(findIndirectTaxLines([])).toBeNull()
  })
})
