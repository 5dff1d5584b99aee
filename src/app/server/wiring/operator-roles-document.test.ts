import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderOperatorRolesDocument } from './operator-roles-document.ts'

test('docs/operator-roles.md matches the roles of the calls', () => {
  const written = readFileSync(new URL('../../../../docs/operator-roles.md', import.meta.url), 'utf8')
  expect(written, 'out of date: npm run operator-roles-docs').toBe(renderOperatorRolesDocument())
})
