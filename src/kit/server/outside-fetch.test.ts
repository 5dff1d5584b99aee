import { lookup } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { outsideFetch } from './outside-fetch.ts'
import { PrivateAddress } from './public-address.ts'

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

const careful = outsideFetch({ allowsPrivate: false })
const open = outsideFetch({ allowsPrivate: true })

/** Makes all names lead to these addresses. */
function resolveTo(...addresses: string[]) {
  vi.mocked(lookup).mockImplementation(((
    _: string,
    options: { all?: boolean },
    found: (...told: unknown[]) => void,
  ) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) found(null, all)
    else found(null, all[0]!.address, all[0]!.family)
  }) as never)
}

describe('an address that leads into a network of one’s own is not asked', () => {
  test.each([
    ['this machine', 'http://127.0.0.1'],
    ['this machine, as one number', 'http://2130706433'],
    ['this machine, in base eight', 'http://0177.0.0.1'],
    ['this machine by IPv6', 'http://[::1]'],
    ['IPv4 within IPv6', 'http://[::ffff:10.0.0.1]'],
    ['a network of one’s own', 'https://10.1.2.3'],
    ['what clouds tell their machines', 'http://169.254.169.254/latest/meta-data'],
    ['this machine by name', 'http://localhost'],
    ['a name below that', 'http://api.localhost'],
    ['a name with a dot at its end', 'http://localhost.'],
    ['a name of the local network', 'https://printer.local'],
    ['a name of the inner network', 'https://vault.internal'],
    ['a name without a domain', 'https://intranet'],
  ])('%s', async (_, address) => {
    resolveTo('127.0.0.1')
    const asked = careful(`${address.replace(/^http:\/\/127.0.0.1$/, `http://127.0.0.1:${port}`)}`)
    await expect(asked).rejects.toMatchObject({ cause: expect.any(PrivateAddress) })
    expect(lookup).not.toHaveBeenCalled()
  })

  test.each([
    ['to this machine', ['127.0.0.1']],
    ['to a public address and to one of one’s own', ['8.8.8.8', '10.0.0.1']],
    ['to the local part of IPv6', ['fd00::1']],
  ])('nor by a name that leads there: %s', async (_, addresses) => {
    resolveTo(...addresses)
    await expect(careful(`http://sentry.example:${port}/`)).rejects.toMatchObject({ cause: expect.any(PrivateAddress) })
    expect(lookup, 'what was checked is what is connected to').toHaveBeenCalledTimes(1)
    expect(connections).toBe(0)
  })

  test('nor by a redirect, which is not followed', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    expect((await open(`http://127.0.0.1:${port}/`)).status).toBe(302)
    expect(connections).toBe(1)
    await expect(open(`http://127.0.0.1:${port}/`, { redirect: 'error' })).rejects.toThrow('fetch failed')
  })

  test('nor by another kind of address', async () => {
    await expect(careful('file:///etc/passwd')).rejects.toThrow()
    await expect(open('file:///etc/passwd')).rejects.toThrow()
  })
})

describe('an address that may be asked', () => {
  test('is asked as by the fetch of browsers', async () => {
    answer = async (request, response) => {
      const { method, headers } = request
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ method, type: headers['content-type'], own: headers['x-own'], sent: await text(request) }),
      )
    }
    const body = new URLSearchParams({ code: 'a b' })
    const told = await open(`http://127.0.0.1:${port}/token`, { method: 'POST', body, headers: { 'x-own': 'yes' } })
    expect(told.status).toBe(201)
    expect(told.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const type = 'application/x-www-form-urlencoded;charset=UTF-8'
    expect(await told.json()).toEqual({ method: 'POST', type, own: 'yes', sent: 'code=a+b' })
  })

  test('is given up when its time is over, and when its answer does not end', async () => {
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

  test('and is not there is told with its code', async () => {
    await expect(open('http://127.0.0.1:9/')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })
})
