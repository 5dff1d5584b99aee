import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operatorRolesDocument } from './operator-roles-document.ts'

test('docs/operator-roles.md tells who may make which call as it is', () => {
  const written = readFileSync(new URL('../../../docs/operator-roles.md', import.meta.url), 'utf8')
  expect(written, 'out of date: npm run operator-roles-docs').toBe(operatorRolesDocument())
})
