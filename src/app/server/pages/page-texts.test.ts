import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { servePageTexts } from './page-texts.ts'

const app = Fastify()
servePageTexts({
  app,
  rendering: async () => ({
    async textsFileOf(locale, namespaces) {
      if (namespaces.includes('unknown')) throw new Error('There are no such texts.')
      return { path: `/assets/texts/${locale}/${namespaces.join('+')}.a1b2.json`, json: '{"app":{}}' }
    },
  }),
})
afterAll(() => app.close())

test('the texts of a page are one file for good', async () => {
  const answer = await app.inject('/assets/texts/es/app+price-alerts.a1b2.json')
  expect(answer.body).toBe('{"app":{}}')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each([
  ['of another version', '/assets/texts/es/app.b2c3.json'],
  ['in a language that there is not', '/assets/texts/xx/app.a1b2.json'],
  ['of which there are none', '/assets/texts/es/unknown.a1b2.json'],
  ['outside of the texts', '/assets/texts/es/..%2F..%2Fsecret.a1b2.json'],
])('texts %s do not exist', async (_, path) => {
  expect((await app.inject(path)).statusCode).toBe(404)
})
