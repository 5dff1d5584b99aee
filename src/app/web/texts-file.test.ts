import { expect, test } from 'vitest'
import { textsFileOf } from './texts-file.ts'

test('the texts of a page are the same file in whichever order they were loaded', async () => {
  const { path, json } = await textsFileOf('es', ['session', 'app'])
  expect(path).toMatch(/^\/assets\/texts\/es\/app\+session\.[0-9a-f]{12}\.json$/)
  expect(await textsFileOf('es', ['app', 'session'])).toEqual({ path, json })
  expect(Object.keys(JSON.parse(json))).toEqual(['app', 'session'])
})

test('each language has its own file', async () => {
  const files = await Promise.all((['es', 'de'] as const).map((locale) => textsFileOf(locale, ['session'])))
  expect(new Set(files.map(({ json }) => json)).size).toBe(2)
})

test('there is no file of texts that do not exist', async () => {
  await expect(textsFileOf('es', ['app', '../secret'])).rejects.toThrow('There are no texts "../secret" in es.')
})
