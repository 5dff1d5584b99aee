import { lookup } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createOutboundFetch } from './outbound-fetch.ts'
import { PrivateAddressError } from './public-address.ts'

vi.mock('node:dns', async (original) => ({ ...(await original<object>()), lookup: vi.fn() }))

let answer: RequestListener
let connections = 0
const server = createServer((request, response) => answer(request, response)).on('connection', () => connections++)
let port: number

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => {
  vi.resetAllMocks()
  connections = 0
})

const careful = createOutboundFetch({ allowsPrivate: false })
const open = createOutboundFetch({ allowsPrivate: true })

/** Makes all host names resolve to these addresses. */
function resolveTo(...addresses: string[]) {
  vi.mocked(lookup).mockImplementation(((
    _: string,
    options: { all?: boolean },
    found: (...postReply: unknown[]) => void,
  ) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) found(null, all)
    else found(null, all[0]!.address, all[0]!.family)
  }) as never)
}

describe('refuses a private address', () => {
  test.each([
    ['this machine', 'http://127.0.0.1'],
    ['this machine, as a single number', 'http://2130706433'],
    ['this machine, in octal', 'http://0177.0.0.1'],
    ['this machine by IPv6', 'http://[::1]'],
    ['IPv4 within IPv6', 'http://[::ffff:10.0.0.1]'],
    ['a private network', 'https://10.1.2.3'],
    ['a cloud metadata service', 'http://169.254.169.254/latest/meta-data'],
    ['this machine by name', 'http://localhost'],
    ['a subdomain of localhost', 'http://api.localhost'],
    ['a name with a trailing dot', 'http://localhost.'],
    ['a name of the local network', 'https://printer.local'],
    ['a name of an internal network', 'https://vault.internal'],
    ['a name without a domain', 'https://intranet'],
  ])('%s', async (_, address) => {
    resolveTo('127.0.0.1')
    const pendingResponse = careful(`${address.replace(/^http:\/\/127.0.0.1$/, `http://127.0.0.1:${port}`)}`)
    await expect(pendingResponse).rejects.toMatchObject({ cause: expect.any(PrivateAddressError) })
    expect(lookup).not.toHaveBeenCalled()
  })

  test.each([
    ['to this machine', ['127.0.0.1']],
    ['to both a public and a private address', ['8.8.8.8', '10.0.0.1']],
    ['to a private IPv6 address', ['fd00::1']],
  ])('behind a host name: %s', async (_, addresses) => {
    resolveTo(...addresses)
    await expect(careful(`http://sentry.example:${port}/`)).rejects.toMatchObject({
      cause: expect.any(PrivateAddressError),
    })
    expect(lookup, 'the connection uses the checked address').toHaveBeenCalledTimes(1)
    expect(connections).toBe(0)
  })

  test('behind a redirect, which is not followed', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    expect((await open(`http://127.0.0.1:${port}/`)).status).toBe(302)
    expect(connections).toBe(1)
    await expect(open(`http://127.0.0.1:${port}/`, { redirect: 'error' })).rejects.toThrow('fetch failed')
  })

  test('in another URL scheme', async () => {
    await expect(careful('file:///etc/passwd')).rejects.toThrow()
    await expect(open('file:///etc/passwd')).rejects.toThrow()
  })
})

describe('a permitted address', () => {
  test('is requested as by the browser’s fetch', async () => {
    answer = async (request, response) => {
      const { method, headers } = request
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ method, type: headers['content-type'], own: headers['x-own'], sent: await text(request) }),
      )
    }
    const body = new URLSearchParams({ code: 'a b' })
    const postReply = await open(`http://127.0.0.1:${port}/token`, {
      method: 'POST',
      body,
      headers: { 'x-own': 'yes' },
    })
    expect(postReply.status).toBe(201)
    expect(postReply.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const type = 'application/x-www-form-urlencoded;charset=UTF-8'
    expect(await postReply.json()).toEqual({ method: 'POST', type, own: 'yes', sent: 'code=a+b' })
  })

  test('times out, and fails on a reply that does not end', async () => {
    answer = () => {}
    const patience = AbortSignal.timeout(50)
    await expect(open(`http://127.0.0.1:${port}/`, { signal: patience })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    answer = (_, response) => response.end('x'.repeat(2_000_001))
    await expect(open(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      cause: { message: 'the answer is too long' },
    })
  })

  test('reports the error code when it is unreachable', async () => {
    await expect(open('http://127.0.0.1:9/')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })
})
