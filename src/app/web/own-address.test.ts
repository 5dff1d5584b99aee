import { describe, expect, test } from 'vitest'
import { filledAddress, ownAddress, withoutEntry } from './own-address.ts'

describe('an address of the portal itself', () => {
  const own: [reason: string, asked: string, plain: string][] = [
    ['a path', '/invoices', '/invoices'],
    ['with query and hash', '/invoices?contractType=gas#list', '/invoices?contractType=gas#list'],
    ['the first page', '/', '/'],
    ['steps up are taken before anything else', '/a/../invoices', '/invoices'],
    ['an encoded slash within a name', '/contracts/gas/G%2F1', '/contracts/gas/G%2F1'],
    ['letters with marks', '/contratación', '/contrataci%C3%B3n'],
    ['an @ after the slash names nobody', '/@elsewhere.example', '/@elsewhere.example'],
    [
      'another address in the query goes nowhere',
      '/invoices?next=//elsewhere.example',
      '/invoices?next=//elsewhere.example',
    ],
  ]
  test.each(own)('%s: %s', (_, asked, plain) => {
    expect(ownAddress(asked)).toBe(plain)
  })

  const foreign: [reason: string, asked: string | null | undefined][] = [
    ['nothing', undefined],
    ['nothing either', null],
    ['empty', ''],
    ['a scheme', 'https://elsewhere.example/'],
    ['a scheme without host', 'https:elsewhere.example'],
    ['a scheme that runs', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['no slash', 'elsewhere.example'],
    ['another host', '//elsewhere.example'],
    ['another host, three slashes', '///elsewhere.example'],
    ['another host with user', '//user@elsewhere.example'],
    ['a backslash, which browsers take for a slash', '/\\elsewhere.example'],
    ['backslashes only', '\\\\elsewhere.example'],
    ['a backslash further on', '/invoices\\..\\..\\x'],
    ['a tab, which browsers leave out', '/\t/elsewhere.example'],
    ['a line break, likewise', '/\n/elsewhere.example'],
    ['a tab before everything', '\t//elsewhere.example'],
    ['a space before everything', ' //elsewhere.example'],
    ['a zero byte', '/\0/elsewhere.example'],
    ['a header of its own', '/invoices\r\nSet-Cookie: a=b'],
    ['steps up that leave two slashes', '/..//elsewhere.example'],
    ['a step to where one is', '/.//elsewhere.example'],
    ['encoded steps', '/%2e%2e//elsewhere.example'],
    ['an encoded slash', '/%2Felsewhere.example'],
    ['two encoded slashes', '/%2F%2Felsewhere.example'],
    ['an encoded backslash', '/%5Celsewhere.example'],
    ['an encoded tab', '/%09/elsewhere.example'],
    ['a slash encoded twice', '/%252Felsewhere.example'],
    ['a slash encoded more often than anybody does', '/%2525252525252Felsewhere.example'],
    ['the wide slash of Chinese type', '/／elsewhere.example'],
    ['the wide backslash', '/＼elsewhere.example'],
    ['the same, encoded', '/%EF%BC%8Felsewhere.example'],
    ['half a character', '/%E0%A4%A'],
  ]
  test.each(foreign)('not %s: %j', (_, asked) => {
    expect(ownAddress(asked)).toBeNull()
  })
})

describe('an address without what lets somebody in', () => {
  const addresses: [reason: string, asked: string, left: string][] = [
    ['a token', '/facturas?token=abc', '/facturas'],
    [
      'among others, which stay',
      '/invoices?contractType=gas&token=abc&offset=5',
      '/invoices?contractType=gas&offset=5',
    ],
    ['twice', '/?token=a&token=b', '/'],
    ['a client with its secret', '/login?id_client=a&secret=b&redirectPath=%2F', '/login?redirectPath=%2F'],
    ['a reply of an identity provider', '/?code=a&state=b', '/'],
    ['a state that is none of one', '/requests?token=abc&state=open', '/requests?state=open'],
    ['nothing of it, so nothing is touched', '/invoices?a=1%2B1&b', '/invoices?a=1%2B1&b'],
    ['another host, which the answer must not lead to', '//elsewhere.example/?token=abc', '/'],
    ['another host in disguise', '/\\elsewhere.example/?token=abc', '/'],
  ]
  test.each(addresses)('%s', (_, asked, left) => {
    expect(withoutEntry(asked)).toBe(left)
  })
})

describe('a path with a record beside it', () => {
  const records: [reason: string, path: string | undefined, parameters: string | undefined, address: string | null][] =
    [
      ['no record', '/invoices', undefined, '/invoices'],
      [
        'values join the query',
        '/invoices',
        '{"contractType":"gas","offset":5}',
        '/invoices?contractType=gas&offset=5',
      ],
      ['a value in braces', '/contracts/gas/{name}', '{"name":"0048214"}', '/contracts/gas/0048214'],
      ['a value with a colon', '/contracts/gas/:name', '{"name":"0048214"}', '/contracts/gas/0048214'],
      [
        'a value with a dollar, another for the query',
        '/contracts/$type',
        '{"type":"gas","action":"download"}',
        '/contracts/gas?action=download',
      ],
      [
        'a value stays one part of the path',
        '/contracts/gas/{name}',
        '{"name":"../../x"}',
        '/contracts/gas/..%2F..%2Fx',
      ],
      ['a value that would be another host', '/{name}', '{"name":"/elsewhere.example"}', null],
      ['what the path says in its query counts', '/invoices?offset=10', '{"offset":"5"}', '/invoices?offset=10'],
      ['no JSON', '/invoices', '{"contractType":', '/invoices'],
      ['a list is no record', '/invoices', '["gas"]', '/invoices'],
      ['null is none either', '/invoices', 'null', '/invoices'],
      ['what is within is left out', '/invoices', '{"a":{"b":"c"},"d":null,"e":"f"}', '/invoices?e=f'],
      ['nothing of the language itself is touched', '/invoices', '{"__proto__":{"polluted":"yes"}}', '/invoices'],
      ['no path', undefined, '{"a":"b"}', null],
      ['a path elsewhere', '//elsewhere.example', '{}', null],
    ]
  test.each(records)('%s', (_, path, parameters, address) => {
    expect(filledAddress(path, parameters)).toBe(address)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
