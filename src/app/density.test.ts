import { expect, test } from 'vitest'
import { densityOf } from './density.ts'

const cases: [reason: string, given: Parameters<typeof densityOf>[0], density: string][] = [
  ['most people have few things and want room', { hasManyContracts: false }, 'roomy'],
  ['companies with many contracts work in tables', { hasManyContracts: true }, 'compact'],
  ['unless the person chose otherwise', { chosen: 'roomy', hasManyContracts: true }, 'roomy'],
  ['and who chose close has it close', { chosen: 'compact', hasManyContracts: false }, 'compact'],
  ['a cookie that says something else says nothing', { chosen: '"><b>', hasManyContracts: false }, 'roomy'],
]

test.each(cases)('%s', (_, given, density) => {
  expect(densityOf(given)).toBe(density)
})
