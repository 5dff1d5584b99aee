import { afterEach, expect, test, vi } from 'vitest'
import { readContracting } from '#domains/contracting/api.ts'
import { listTariffs } from '#domains/offers/api.ts'
import type { Locale } from '#kit/locale.ts'
import type { Portal } from '#kit/web/portal.ts'
import { sendOverNetwork } from './network.ts'

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal keeps it.
  document.cookie = 'language=; Max-Age=0'
})

/** The addresses that are asked for on a page in a language, in a browser that keeps a choice. */
async function askedFor(page: Locale, kept: Locale | null): Promise<string[]> {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal keeps it.
  if (kept) document.cookie = `language=${kept}`
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response('{}', { status: 500 })
  })
  const portal = { basePath: '/office', boot: { locale: page, signedIn: null }, listeners: new Set() }
  const send = sendOverNetwork(portal as unknown as Portal)
  await send(readContracting, {}).catch(() => {})
  await send(listTariffs, { query: { power: '4.6' } }).catch(() => {})
  return asked
}

test.each<[string, Locale, Locale | null, string[]]>([
  ['of the choice that is kept is answered by it', 'es', 'es', ['', '']],
  ['without a choice is answered by its own language', 'en', null, ['', '']],
  ['of another language than the choice is answered in its own', 'en', 'es', ['?lang=en', '&lang=en']],
])('a page %s', async (_, page, kept, [first, second]) => {
  const [contracting, tariffs] = await askedFor(page, kept)
  expect(contracting).toBe(`/office/api/v1/contractacio/config${first}`)
  expect(tariffs).toBe(`/office/api/v2/tariff?power=4.6${second}`)
})
