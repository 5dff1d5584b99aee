import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { addressWithLanguage } from './address-with-language.ts'
import { localeOfPage } from './portal-boot.ts'

const languages = ['ca', 'es', 'en', 'gl', 'fr', 'de'] as const satisfies readonly Locale[]
const settings = { ...defaultSettings, languages: [...languages] }

/** The pages of the table, as Catalan, Spanish and the other languages write them. */
const pages = [
  { ca: '/factures', es: '/facturas', en: '/invoices' },
  { ca: '/deute', es: '/deuda', en: '/debt' },
  { ca: '/', es: '/', en: '/' },
]
const writtenIn = (locale: Locale, page: (typeof pages)[number]) =>
  locale === 'ca' || locale === 'es' ? page[locale] : page.en
function addressIn(address: string, locale: Locale): string {
  const { pathname, search, hash } = new URL(address, 'http://portal.invalid')
  return writtenIn(locale, pages.find(({ en }) => en === pathname)!) + search + hash
}
const localesOfPath = (pathname: string, offered: readonly Locale[]) =>
  offered.filter((locale) => pages.some((page) => writtenIn(locale, page) === pathname))
const keyOf = (pathname: string) => pathname

test.each<[Locale, string, string]>([
  ['es', '/invoices?contractType=gas', '/facturas?contractType=gas'],
  ['ca', '/debt', '/deute'],
  ['fr', '/debt', '/debt?lang=fr'],
  ['de', '/invoices?contractType=gas#last', '/invoices?contractType=gas&lang=de#last'],
  ['en', '/invoices', '/invoices?lang=en'],
  ['gl', '/', '/?lang=gl'],
])('a mail in %s links %s as %s, which opens in its language in any browser', (locale, address, expected) => {
  const href = addressWithLanguage({ addressIn, localesOfPath }, address, { locale, languages })
  expect(href).toBe(expected)
  const { pathname, searchParams } = new URL(href, 'http://portal.invalid')
  for (const browser of languages) {
    const request = { headers: { 'accept-language': browser }, query: Object.fromEntries(searchParams), cookies: {} }
    const opened = localeOfPage(
      request as unknown as FastifyRequest,
      { localesOfPath, keyOf } as never,
      settings,
      pathname,
    )
    expect(opened, browser).toBe(locale)
  }
})

test('an address whose language is not offered names the one that is', () => {
  const spanish = { locale: 'es', languages: ['es'] } as const
  expect(addressWithLanguage({ addressIn, localesOfPath }, '/debt', spanish)).toBe('/deuda')
})
