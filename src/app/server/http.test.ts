import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { makeHttp } from './http.ts'

test.each<[string, NodeJS.ProcessEnv, string, string, boolean]>([
  ['a proxy of our own network', { PUBLIC_ORIGIN: 'https://portal.test' }, '10.1.2.3', 'proxy-4f2a9c', true],
  ['somebody else', { PUBLIC_ORIGIN: 'https://portal.test' }, '198.51.100.7', 'proxy-4f2a9c', false],
  ['anybody, where no proxy stands in front', {}, '127.0.0.1', 'proxy-4f2a9c', false],
  ['a proxy that writes what is no id', { PUBLIC_ORIGIN: 'https://portal.test' }, '10.1.2.3', 'a\tb "c"', false],
])('a request named by %s', async (_, environment, remoteAddress, given, isTaken) => {
  const app = await makeHttp(readConfig({ LOG_LEVEL: 'silent', ...environment }))
  app.get('/', async () => 'answered')
  const { headers } = await app.inject({ url: '/', remoteAddress, headers: { 'x-request-id': given } })
  expect(headers['x-request-id'] === given).toBe(isTaken)
  expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/)
  await app.close()
})
