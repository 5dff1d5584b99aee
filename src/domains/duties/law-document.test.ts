import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInNorms } from './built-in-norms.ts'
import { renderLawDocument } from './law-document.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('docs/law.md begins with the norms of duties', () => {
  const document = renderLawDocument()
  expect(read('../../../docs/law.md').slice(0, document.length), 'out of date: npm run law-docs').toBe(document)
})

test('lists every norm of the product once', () => {
  const rows = renderLawDocument()
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('-norms.ts'))
  expect(rows).toHaveLength(builtInNorms.length)
})

test('every article of law is a row of the table of norms', () => {
  const table = read('./norms.test.ts')
  const articles = builtInNorms.filter(({ validTo }) => validTo === null)
  const untested = articles.filter(
    ({ kind, law, article }) => !(table.includes(`'${law} ${article}'`) && table.includes(`'${kind}'`)),
  )
  expect(untested.map(({ code }) => code)).toEqual([])
})
