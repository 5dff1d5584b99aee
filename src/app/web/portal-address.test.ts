import { describe, expect, test } from 'vitest'
import { parsePortalAddress } from '../../kit/portal-address.ts'
import { fillAddress, withoutCredentials } from './portal-address.ts'

describe('a URL of the portal itself', () => {
  const own: [reason: string, asked: string, plain: string][] = [
    ['a path', '/invoices', '/invoices'],
    ['with query and hash', '/invoices?contractType=gas#list', '/invoices?contractType=gas#list'],
    ['the start page', '/', '/'],
    ['parent segments are resolved first', '/a/../invoices', '/invoices'],
    ['an encoded slash within a name', '/contracts/gas/G%2F1', '/contracts/gas/G%2F1'],
    ['letters with accents', '/contratación', '/contrataci%C3%B3n'],
    ['an @ after the slash is not a user', '/@elsewhere.example', '/@elsewhere.example'],
    [
      'another URL in the query has no effect',
      '/invoices?next=//elsewhere.example',
      '/invoices?next=//elsewhere.example',
    ],
  ]
  test.each(own)('%s: %s', (_, asked, plain) => {
    expect(parsePortalAddress(asked)).toBe(plain)
  })

  const foreign: [reason: string, asked: string | null | undefined][] = [
    ['nothing', undefined],
    ['a missing URL', null],
    ['empty', ''],
    ['a scheme', 'https://elsewhere.example/'],
    ['a scheme without host', 'https:elsewhere.example'],
    ['a script scheme', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a missing slash', 'elsewhere.example'],
    ['another host', '//elsewhere.example'],
    ['another host, three slashes', '///elsewhere.example'],
    ['another host with user', '//user@elsewhere.example'],
    ['a backslash, which browsers treat as a slash', '/\\elsewhere.example'],
    ['backslashes only', '\\\\elsewhere.example'],
    ['a backslash within the path', '/invoices\\..\\..\\x'],
    ['a tab, which browsers remove', '/\t/elsewhere.example'],
    ['a line break, which browsers remove', '/\n/elsewhere.example'],
    ['a leading tab', '\t//elsewhere.example'],
    ['a leading space', ' //elsewhere.example'],
    ['a NUL byte', '/\0/elsewhere.example'],
    ['an injected header', '/invoices\r\nSet-Cookie: a=b'],
    ['parent segments that leave two slashes', '/..//elsewhere.example'],
    ['a dot segment before a slash', '/.//elsewhere.example'],
    ['encoded parent segments', '/%2e%2e//elsewhere.example'],
    ['an encoded slash', '/%2Felsewhere.example'],
    ['two encoded slashes', '/%2F%2Felsewhere.example'],
    ['an encoded backslash', '/%5Celsewhere.example'],
    ['an encoded tab', '/%09/elsewhere.example'],
    ['a double-encoded slash', '/%252Felsewhere.example'],
    ['a slash encoded many times', '/%2525252525252Felsewhere.example'],
    ['a full-width slash', '/／elsewhere.example'],
    ['a full-width backslash', '/＼elsewhere.example'],
    ['an encoded full-width slash', '/%EF%BC%8Felsewhere.example'],
    ['an incomplete UTF-8 sequence', '/%E0%A4%A'],
  ]
  test.each(foreign)('rejects %s: %j', (_, asked) => {
    expect(parsePortalAddress(asked)).toBeNull()
  })
})

describe('a URL without credentials', () => {
  const addresses: [reason: string, asked: string, left: string][] = [
    ['has no token', '/facturas?token=abc', '/facturas'],
    [
      'keeps its other parameters',
      '/invoices?contractType=gas&token=abc&offset=5',
      '/invoices?contractType=gas&offset=5',
    ],
    ['twice', '/?token=a&token=b', '/'],
    ['has no client or secret', '/login?id_client=a&secret=b&redirectPath=%2F', '/login?redirectPath=%2F'],
    ['has no reply of an identity provider', '/?code=a&state=b', '/'],
    ['keeps a state that belongs to no reply', '/requests?token=abc&state=open', '/requests?state=open'],
    ['is unchanged without credentials', '/invoices?a=1%2B1&b', '/invoices?a=1%2B1&b'],
    ['has no other host, to which the response must not lead', '//elsewhere.example/?token=abc', '/'],
    ['has no disguised host', '/\\elsewhere.example/?token=abc', '/'],
  ]
  test.each(addresses)('%s', (_, asked, left) => {
    expect(withoutCredentials(asked)).toBe(left)
  })
})

describe('a path with a record of parameters', () => {
  const records: [reason: string, path: string | undefined, parameters: string | undefined, address: string | null][] =
    [
      ['stays as it is without a record', '/invoices', undefined, '/invoices'],
      [
        'gets the values in its query',
        '/invoices',
        '{"contractType":"gas","offset":5}',
        '/invoices?contractType=gas&offset=5',
      ],
      ['replaces a placeholder in braces', '/contracts/gas/{name}', '{"name":"0048214"}', '/contracts/gas/0048214'],
      ['replaces a placeholder with a colon', '/contracts/gas/:name', '{"name":"0048214"}', '/contracts/gas/0048214'],
      [
        'replaces a placeholder with a dollar sign, and adds the other value to the query',
        '/contracts/$type',
        '{"type":"gas","action":"download"}',
        '/contracts/gas?action=download',
      ],
      [
        'gets a value as a single path segment',
        '/contracts/gas/{name}',
        '{"name":"../../x"}',
        '/contracts/gas/..%2F..%2Fx',
      ],
      ['is rejected if a value would lead to another host', '/{name}', '{"name":"/elsewhere.example"}', null],
      ['keeps its own query values', '/invoices?offset=10', '{"offset":"5"}', '/invoices?offset=10'],
      ['ignores invalid JSON', '/invoices', '{"contractType":', '/invoices'],
      ['ignores a list', '/invoices', '["gas"]', '/invoices'],
      ['ignores null', '/invoices', 'null', '/invoices'],
      ['ignores nested and null values', '/invoices', '{"a":{"b":"c"},"d":null,"e":"f"}', '/invoices?e=f'],
      ['ignores prototype members', '/invoices', '{"__proto__":{"polluted":"yes"}}', '/invoices'],
      ['is rejected if it is missing', undefined, '{"a":"b"}', null],
      ['is rejected at another host', '//elsewhere.example', '{}', null],
    ]
  test.each(records)('%s', (_, path, parameters, address) => {
    expect(fillAddress(path, parameters)).toBe(address)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
