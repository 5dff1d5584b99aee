import { expect, test } from 'vitest'
import { densityOf } from './density.ts'

const cases: [reason: string, given: Parameters<typeof densityOf>[0], density: string][] = [
  ['is roomy with few contracts', { hasManyContracts: false }, 'roomy'],
  ['is compact with many contracts', { hasManyContracts: true }, 'compact'],
  ['is roomy when the user chose roomy', { chosen: 'roomy', hasManyContracts: true }, 'roomy'],
  ['is compact when the user chose compact', { chosen: 'compact', hasManyContracts: false }, 'compact'],
  ['ignores a cookie with another value', { chosen: '"><b>', hasManyContracts: false }, 'roomy'],
]

test.each(cases)('%s', (_, given, density) => {
  expect(densityOf(given)).toBe(density)
})
