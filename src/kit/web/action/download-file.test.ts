import { afterEach, expect, test, vi } from 'vitest'
import { formatContentDisposition } from '#kit/server/reply.ts'
import { downloadFile, fileNameIn } from './download-file.ts'

test.each([
  ['attachment; filename="FE26-1.pdf"', 'FE26-1.pdf', 'a plain name'],
  [
    'attachment; filename="Factura _.pdf"; filename*=UTF-8\'\'Factura%20%E2%82%AC.pdf',
    'Factura €.pdf',
    'its own letters',
  ],
  ["attachment; filename*=utf-8''a%2Cb.csv; size=12", 'a,b.csv', 'more may follow'],
  ['attachment', '', 'no name, so that the browser makes one up'],
  ['', '', 'no header'],
])('%s gives the file name %j: %s', (disposition, expected) => {
  expect(fileNameIn(disposition)).toBe(expected)
})

test.each(['FE26-161291.pdf', 'Informació de l’àrea (març).csv', 'a"b;c*d.xml', "l'any.pdf", '100%.pdf'])(
  'the name %s round-trips from the server',
  (name) => {
    expect(fileNameIn(formatContentDisposition(name))).toBe(name)
  },
)

const unknownVersion = () => Response.json({ error: { code: 'version_unknown' } }, { status: 404 })

afterEach(() => vi.unstubAllGlobals())

test.each<[string, () => Response, boolean, string[]]>([
  ['is requested in a lower version', unknownVersion, true, ['/v2', '/v1']],
  ['is not requested again if it was not found', () => new Response('<html>', { status: 404 }), false, ['/v2']],
])('a file of an unknown version %s', async (_, first, expected, addresses) => {
  const requestedUrls: string[] = []
  const link = { click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  vi.stubGlobal('fetch', async (address: string) => {
    requestedUrls.push(address)
    return address === '/v2' ? first() : new Response('file')
  })
  expect(await downloadFile(['/v2', '/v1'])).toBe(expected)
  expect(requestedUrls).toEqual(addresses)
  expect(link.click).toHaveBeenCalledTimes(expected ? 1 : 0)
})
