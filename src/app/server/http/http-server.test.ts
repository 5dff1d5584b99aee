import { expect, test } from 'vitest'
import { readConfig } from '../process/config.ts'
import { createHttpServer } from './http-server.ts'

test.each<[string, NodeJS.ProcessEnv, string, string, boolean]>([
  ['a proxy on a private network', { PUBLIC_ORIGIN: 'https://portal.test' }, '10.1.2.3', 'proxy-4f2a9c', true],
  ['an unknown client', { PUBLIC_ORIGIN: 'https://portal.test' }, '198.51.100.7', 'proxy-4f2a9c', false],
  ['any client where there is no proxy', {}, '127.0.0.1', 'proxy-4f2a9c', false],
  ['a proxy that sends an invalid id', { PUBLIC_ORIGIN: 'https://portal.test' }, '10.1.2.3', 'a\tb "c"', false],
])('a request with the id of %s', async (_, environment, remoteAddress, given, isTaken) => {
  const app = await createHttpServer(readConfig({ LOG_LEVEL: 'silent', ...environment }))
  app.get('/', async () => 'answered')
  const { headers } = await app.inject({ url: '/', remoteAddress, headers: { 'x-request-id': given } })
  expect(headers['x-request-id'] === given).toBe(isTaken)
  expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/)
  await app.close()
})
