import { expect, test } from 'vitest'
import { findGenericNames } from './generic-names.ts'

test.each<[path: string, source: string, names: string[]]>([
  ['src/a/routes.ts', 'type InvoiceRouteDeps = { db: Database }', []],
  ['src/a/routes.ts', 'type Needs = { db: Database }', ['Needs']],
  ['src/a/store.ts', 'export interface FoundBattery {', ['FoundBattery']],
  ['src/a/store.ts', 'export type Found = { id: number }', ['Found']],
  ['src/a/store.ts', '  const found = rows.find((row) => row.id === id)', []],
  ['src/a/store.ts', '  const told = await list()', ['told']],
  ['src/a/store.ts', 'export async function askedFor() {', ['askedFor']],
  ['src/a/store.ts', 'const keptMilliseconds = 5', ['keptMilliseconds']],
  ['src/a/rules.ts', 'type StandingCharge = number', []],
  ['src/a/rules.ts', 'type InvoiceStanding = "paid"', ['InvoiceStanding']],
  ['src/a/rules.ts', '// The type told apart by its first bytes.', []],
  ['src/a/rules.ts', "test('the const told is refused')", []],
  ['src/a/standing.tsx', '', ['standing']],
  ['src/a/told-reasons.test.ts', '', ['told-reasons']],
  ['src/a/status-badge.tsx', '', []],
])('%s with %j has the generic names %j', (path, source, names) => {
  expect(findGenericNames(path, source).map(({ name }) => name)).toEqual(names)
})

test('says on which line', () => {
  expect(findGenericNames('src/a.ts', '\nlet kept = 1')).toEqual([{ line: 2, name: 'kept' }])
})
