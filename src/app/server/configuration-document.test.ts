import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configurationDocument } from './configuration-document.ts'
import { environmentNames } from './environment.ts'

test('docs/configuration.md is as `npm run configuration-docs` writes it', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationDocument())
})

test('every variable is told, with what it is for', () => {
  const rows = configurationDocument().split('\n')
  for (const name of environmentNames)
    expect(rows.find((row) => row.startsWith(`| \`${name}\``))).toMatch(/\| [^|]{10,} \|$/)
})
