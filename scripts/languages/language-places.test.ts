import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLanguagePlaces } from './find-language-places.ts'

test('every file that names the languages one by one is in the guide for a new language', () => {
  const guide = readFileSync('docs/how-to/add-a-language.md', 'utf8')
  const listed = [...guide.matchAll(/^- `([^`]+)`: /gm)].map(([, file]) => file!)
  expect(findLanguagePlaces()).toEqual(listed.sort())
})
