import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type BillNormCode, billNormOn, billNorms, renderBillNorms } from './bill-norms.ts'
import * as legalBasis from './legal-basis.ts'

test('every norm is published, has a state, and ends on the day on which the next of its code begins', () => {
  for (const [index, { code, source, state, validFrom, validTo }] of billNorms.entries()) {
    expect(source, code).toMatch(/^BOE-A-\d{4}-\d+$/)
    expect([state === 'repealed', validTo === null], code).toEqual([validTo !== null, validTo === null])
    const next = billNorms.slice(index + 1).find((later) => later.code === code)
    expect(validTo, code).toBe(next?.validFrom ?? null)
    expect(validTo === null || validFrom < validTo, code).toBe(true)
  }
})

test.each<[code: BillNormCode, day: string, law: string, article: string | null]>([
  ['electricity_billing', '2026-06-11', 'RD 1955/2000', '82'],
  ['electricity_billing', '2026-06-12', 'RD 88/2026', '45.1'],
  ['electricity_reading', '1999-01-01', 'RD 1955/2000', '82'],
  ['gas_billing', '2026-09-01', 'RD 1434/2002', null],
])('%s of %s is regulated by %s, %s', (code, day, law, article) => {
  expect(billNormOn(code, day)).toMatchObject({ law, article })
})

test('every basis of a verdict is one of the norms', () => {
  const { billingBasis, readingBasis, withRow: _, indirectTaxBases, ...others } = legalBasis
  const days = ['2020-01-01', '2026-09-01']
  const named = [
    ...days.flatMap((day) => [billingBasis('electricity', day), readingBasis('electricity', day)]),
    ...days.flatMap((day) => [billingBasis('gas', day), readingBasis('gas', day)]),
    ...Object.values(indirectTaxBases),
    ...Object.values(others),
  ].map(({ norm, article }) => `${norm} ${article}`)
  expect(new Set(named)).toEqual(new Set(billNorms.map(({ law, article }) => `${law} ${article}`)))
})

test('docs/law.md lists them', () => {
  const document = readFileSync(new URL('../../../../../docs/law.md', import.meta.url), 'utf8')
  expect(document.endsWith(renderBillNorms()), 'out of date: npm run law-docs').toBe(true)
})
