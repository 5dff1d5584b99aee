import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUpstreamClient, type UpstreamClient, type UpstreamError } from './upstream-client.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => unknown
const server = createServer((request, response) => void answer(request, response))
let upstream: UpstreamClient
let address: string

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/portal/`
  upstream = createUpstreamClient(address, { answerSeconds: 0.3 })
})
afterAll(() => {
  upstream.close()
  server.closeAllConnections()
  server.close()
})

const get = (path: string) => upstream.send({ method: 'GET', path, headers: {} })
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (failure: UpstreamError) => failure.kind,
  )

test('requests a path below the address as it is written and streams the response', async () => {
  answer = (request, response) => response.end(request.url)
  const { status, body } = await get('/api/v1/contracts/a%2Fb?x=%20')
  expect([status, await text(body)]).toEqual([200, '/portal/api/v1/contracts/a%2Fb?x=%20'])
})

test('does not follow redirects', async () => {
  answer = (_, response) => response.writeHead(302, { location: address }).end()
  expect((await get('/x')).status).toBe(302)
})

test('fails when a response does not start in time or stalls', async () => {
  answer = () => {}
  expect(await failureOf(get('/x'))).toBe('unanswered')
  answer = (_, response) => void response.writeHead(200, { 'content-length': '10' }).write('half')
  const { body } = await get('/x')
  await expect(text(body)).rejects.toThrow()
})

test('reads a response to its end even if it takes longer in total than the time limit', async () => {
  answer = async (_, response) => {
    for (const piece of ['a', 'b', 'c']) {
      response.write(piece)
      await setTimeout(150)
    }
    response.end()
  }
  expect(await text((await get('/x')).body)).toBe('abc')
})

test('reports that a request may have been carried out when the server aborts it, but not when it accepts no connection', async () => {
  answer = (request) => request.socket.destroy()
  expect(await failureOf(upstream.send({ method: 'POST', path: '/x', headers: {}, body: '{}' }))).toBe('unanswered')
  const nobody = createUpstreamClient('http://127.0.0.1:1')
  expect(await failureOf(nobody.send({ method: 'GET', path: '/x', headers: {} }))).toBe('unreachable')
})
