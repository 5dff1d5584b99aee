import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { securityHeaders } from './security-headers.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())

/** Writes a raw request and reads the answer until the connection ends. */
function ask(request: string): Promise<{ status: number; headers: Map<string, string>; body: string }> {
  const { port } = portal.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no end: ${received}`)))
    socket.on('data', (bytes) => {
      received += bytes
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = received.split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const headers = lines.map((line) => line.split(/: (.*)/) as [string, string])
      resolve({
        status: Number(first.split(' ')[1]),
        headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
        body,
      })
    })
  })
}

const host = 'Host: portal.test\r\nConnection: close\r\n\r\n'
const login = '/api/v2/user/login'
const long = 'a'.repeat(20_000)

test.each<[what: string, request: string, status: number, code: string]>([
  ['a call URL that cannot be decoded', `GET /api/v1/%zz HTTP/1.1\r\n${host}`, 400, 'address_invalid'],
  ['a parameter that is not valid UTF-8', `GET /api/v2/contracts/%ff/pdf/ HTTP/1.1\r\n${host}`, 400, 'address_invalid'],
  ['a write to a page at an undecodable URL', `POST /%zz HTTP/1.1\r\n${host}`, 400, 'address_invalid'],
  [
    'a parameter that is too long',
    `GET /api/v2/contracts/${'a'.repeat(600)}/pdf/ HTTP/1.1\r\n${host}`,
    400,
    'address_invalid',
  ],
  ['a call to another host', `GET http://evil.test/api/v2/users/ HTTP/1.1\r\n${host}`, 400, 'address_invalid'],
  ['a page on another host', `GET http://evil.test/ HTTP/1.1\r\n${host}`, 400, 'address_invalid'],
  ['the asterisk form', `OPTIONS * HTTP/1.1\r\n${host}`, 400, 'address_invalid'],
  ['a tunnel', `CONNECT evil.test:443 HTTP/1.1\r\n${host}`, 405, 'method_not_allowed'],
  ['the method of another call', `GET ${login} HTTP/1.1\r\n${host}`, 405, 'method_not_allowed'],
  [
    'the method of another call and an unknown version',
    `GET /api/v9/user/login HTTP/1.1\r\n${host}`,
    405,
    'method_not_allowed',
  ],
  ['a method that no call uses', `PURGE ${login} HTTP/1.1\r\n${host}`, 405, 'method_not_allowed'],
  ['a trace', `TRACE ${login} HTTP/1.1\r\n${host}`, 405, 'method_not_allowed'],
  ['an unknown method', `BREW / HTTP/1.1\r\n${host}`, 400, 'request_broken'],
  ['an unknown version of a call', `POST /api/v9/user/login HTTP/1.1\r\n${host}`, 404, 'version_unknown'],
  ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'request_broken'],
  ['no Host header in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 404, 'not_found'],
  ['two Host headers', `GET / HTTP/1.1\r\nHost: evil.test\r\n${host}`, 400, 'request_broken'],
  [
    'a path in the Host header',
    `GET / HTTP/1.1\r\nHost: portal.test/x\r\nConnection: close\r\n\r\n`,
    400,
    'request_broken',
  ],
  ['an endless URL', `GET /${long} HTTP/1.1\r\n${host}`, 431, 'headers_too_large'],
  ['an endless header', `GET / HTTP/1.1\r\nX-A: ${long}\r\n${host}`, 431, 'headers_too_large'],
  [
    'a content length that is not a number',
    `POST ${login} HTTP/1.1\r\nContent-Length: abc\r\n${host}`,
    400,
    'request_broken',
  ],
  [
    'both a content length and chunked encoding',
    `POST ${login} HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${host}`,
    400,
    'request_broken',
  ],
  ['an invalid HTTP version', `GET / HTTP/9.9\r\n${host}`, 400, 'request_broken'],
  ['something other than HTTP', 'nonsense\r\n\r\n', 400, 'request_broken'],
  [
    'an unknown expectation',
    `POST ${login} HTTP/1.1\r\nExpect: tea\r\nContent-Length: 2\r\n${host}{}`,
    417,
    'request_broken',
  ],
])('a request with %s is answered in our error format and with our headers', async (_, request, status, code) => {
  const answer = await ask(request)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toMatchObject({
    error: { code, message: expect.stringMatching(/\.$/) },
    message: code,
    request_id: answer.headers.get('x-request-id'),
  })
  expect(answer.body).not.toMatch(/FST_|HPE_|node/)
  for (const [name, value] of Object.entries(securityHeaders)) expect(answer.headers.get(name), name).toBe(value)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a page at an unreadable URL is reported as not found', async () => {
  const { status, headers, body } = await ask(`GET /%zz HTTP/1.1\r\nAccept-Language: en\r\n${host}`)
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'nonce-/)
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(body).toContain('<html lang="en">')
  expect(body).not.toContain('%zz')
})

test('a wrong method lists the allowed ones', async () => {
  expect((await ask(`GET ${login} HTTP/1.1\r\n${host}`)).headers.get('allow')).toBe('POST')
  expect((await ask(`DELETE /api/v2/users/ HTTP/1.1\r\n${host}`)).headers.get('allow')).toBe('GET, HEAD')
})

test('the connection keeps working after an unreadable URL', async () => {
  const next = 'GET /livez HTTP/1.1\r\nHost: portal.test\r\n'
  const { body } = await ask(`GET /api/v1/%zz HTTP/1.1\r\nHost: portal.test\r\n\r\n${next}Connection: close\r\n\r\n`)
  expect(body).toContain('HTTP/1.1 200 OK')
})
