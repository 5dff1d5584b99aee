import { afterEach, expect, test, vi } from 'vitest'
import { readContracting } from '#domains/contracting/api.ts'
import { listTariffs } from '#domains/offers/api.ts'
import type { Portal } from '#kit/web/portal.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { sendOverNetwork } from './network.ts'

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal keeps it.
  document.cookie = 'language=; Max-Age=0'
})

/** Returns the URLs requested by a page in a language, in a browser with a stored language choice. */
async function collectRequestedUrls(page: Locale, storedLocale: Locale | null): Promise<string[]> {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal keeps it.
  if (storedLocale) document.cookie = `language=${storedLocale}`
  const requestedUrls: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requestedUrls.push(address)
    return new Response('{}', { status: 500 })
  })
  const portal = { basePath: '/office', boot: { locale: page, signedIn: null }, listeners: new Set() }
  const send = sendOverNetwork(portal as unknown as Portal)
  await send(readContracting, {}).catch(() => {})
  await send(listTariffs, { query: { power: '4.6' } }).catch(() => {})
  return requestedUrls
}

test.each<[string, Locale, Locale | null, string[]]>([
  ['in the chosen language sends no language', 'es', 'es', ['', '']],
  ['without a choice sends no language', 'en', null, ['', '']],
  ['in another language than the chosen one sends its own', 'en', 'es', ['?lang=en', '&lang=en']],
])('a page %s', async (_, page, storedLocale, [first, second]) => {
  const [contracting, tariffs] = await collectRequestedUrls(page, storedLocale)
  expect(contracting).toBe(`/office/api/v1/contractacio/config${first}`)
  expect(tariffs).toBe(`/office/api/v2/tariff?power=4.6${second}`)
})
