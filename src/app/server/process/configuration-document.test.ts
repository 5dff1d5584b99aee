import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderConfigurationDocument } from './configuration-document.ts'
import { environmentNames } from './environment.ts'

test('docs/configuration.md is up to date with `npm run configuration-docs`', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(renderConfigurationDocument())
})

test('every variable is documented with its purpose', () => {
  const rows = renderConfigurationDocument().split('\n')
  for (const name of environmentNames)
    expect(rows.find((row) => row.startsWith(`| \`${name}\``))).toMatch(/\| [^|]{10,} \|$/)
})
