import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Upstream, type UpstreamFailure, upstreamAt } from './upstream.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => unknown
const server = createServer((request, response) => void answer(request, response))
let upstream: Upstream
let address: string

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/portal/`
  upstream = upstreamAt(address, { answerSeconds: 0.3 })
})
afterAll(() => {
  upstream.close()
  server.closeAllConnections()
  server.close()
})

const get = (path: string) => upstream.ask({ method: 'GET', path, headers: {} })
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (failure: UpstreamFailure) => failure.kind,
  )

test('a path is asked for below the address as it is written, and its answer read as it comes', async () => {
  answer = (request, response) => response.end(request.url)
  const { status, body } = await get('/api/v1/contracts/a%2Fb?x=%20')
  expect([status, await text(body)]).toEqual([200, '/portal/api/v1/contracts/a%2Fb?x=%20'])
})

test('where it sends on to is not followed', async () => {
  answer = (_, response) => response.writeHead(302, { location: address }).end()
  expect((await get('/x')).status).toBe(302)
})

test('an answer that does not begin in time, or stops on the way, is none', async () => {
  answer = () => {}
  expect(await failureOf(get('/x'))).toBe('unanswered')
  answer = (_, response) => void response.writeHead(200, { 'content-length': '10' }).write('half')
  const { body } = await get('/x')
  await expect(text(body)).rejects.toThrow()
})

test('an answer that takes longer than that as a whole is read to its end', async () => {
  answer = async (_, response) => {
    for (const piece of ['a', 'b', 'c']) {
      response.write(piece)
      await setTimeout(150)
    }
    response.end()
  }
  expect(await text((await get('/x')).body)).toBe('abc')
})

test('a server that breaks off may have done what it was asked, and one that takes no connection has not', async () => {
  answer = (request) => request.socket.destroy()
  expect(await failureOf(upstream.ask({ method: 'POST', path: '/x', headers: {}, body: '{}' }))).toBe('unanswered')
  const nobody = upstreamAt('http://127.0.0.1:1')
  expect(await failureOf(nobody.ask({ method: 'GET', path: '/x', headers: {} }))).toBe('unreachable')
})
