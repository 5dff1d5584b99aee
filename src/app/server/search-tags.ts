import { featureFlagsOf } from '#domains/operator/feature-flags.ts'
import type { Settings } from '#domains/operator/settings.ts'
import { publicSettings } from '#domains/operator/settings.ts'
import { type Locale, parseLocale } from '#kit/locale.ts'
import type { Page } from '#kit/web/page.ts'
import type { Rendering } from '../rendering.ts'
import { decide } from '../web/guard.ts'
import { structuredData } from './structured-data.ts'
import { messagesOf, translator } from './texts.ts'

/** The pages that search engines may list, by their key, with the name of what they say of themselves. */
const listed: Readonly<Record<string, string>> = {
  '/': 'home',
  '/login': 'login',
  '/register': 'register',
  '/reset-password': 'resetPassword',
  '/contact': 'contact',
  '/new-electricity-customer': 'newElectricity',
  '/new-gas-customer': 'newGas',
  '/new-dual-customer': 'newDual',
  '/comparator': 'comparator',
  '/gas-comparator': 'gasComparator',
  '/power': 'power',
  '/newsletter': 'newsletter',
  '/omipComponent': 'priceAlerts',
  '/cookies': 'cookies',
  '/privacy': 'privacy',
  '/legal-notice': 'legalNotice',
  '/accessibility': 'accessibility',
}

/** Each language with the country it is written for here. */
const regions: Record<Locale, string> = { ca: 'ca_ES', es: 'es_ES', en: 'en_GB', gl: 'gl_ES', fr: 'fr_FR', de: 'de_DE' }

/** The languages that have paths of their own; search engines are told of these. */
const pathLocales = ['ca', 'es', 'en'] as const

type Paths = Pick<Rendering, 'pages' | 'addressIn' | 'keyOf'>
type Place = { rendering: Paths; settings: Settings /** With base path. */; root: string }

/** The keys of the pages that search engines may list: those of the list that this retailer shows to everybody. */
function listedPages({ rendering, settings }: Pick<Place, 'rendering' | 'settings'>): string[] {
  return rendering.pages.filter((page) => listed[page.path] && isShown(page, settings)).map(({ path }) => path)
}

function isShown(page: Page, settings: Settings): boolean {
  const boot = { flags: featureFlagsOf(settings), problem: null, settings: publicSettings(settings), signedIn: null }
  return decide({ page, boot, address: page.path }).kind === 'show'
}

/** The addresses of a page in the languages that have their own; the first of equal ones stands for all. */
function variantsOf(key: string, { rendering, settings, root }: Place): { locale: Locale; address: string }[] {
  return pathLocales
    .filter((locale) => settings.languages.includes(locale))
    .map((locale) => ({ locale, address: root + rendering.addressIn(key, locale) }))
}

type Shown = Place & {
  /** Path without base path. */
  pathname: string
  locale: Locale
  /** As it stands in the page, escaped. */
  title: string
  nonce: string
}

/**
 * What search engines read in the head of a page: what it says of itself and which address it has, or that it is nothing
 * for them.
 */
export function searchTags({ pathname, locale, title, nonce, ...place }: Shown): string {
  const key = place.rendering.keyOf(pathname)
  const name = listed[key]
  if (!name || !listedPages(place).includes(key)) return '<meta name="robots" content="noindex">'
  const { organization, defaultLocale } = place.settings
  const description = translator(locale, 'app.document.descriptions')(name, { name: organization.name })
  const address = place.root + place.rendering.addressIn(key, locale)
  const usual = place.root + place.rendering.addressIn(key, parseLocale(defaultLocale) ?? 'es')
  const meta = (kind: 'name' | 'property', of: string, content: string) =>
    `<meta ${kind}="${of}" content="${safe(content)}">`
  return [
    meta('name', 'description', description),
    `<link rel="canonical" href="${safe(address)}">`,
    `<link rel="alternate" hreflang="x-default" href="${safe(usual)}">`,
    meta('property', 'og:type', 'website'),
    `<meta property="og:title" content="${title.replaceAll('"', '&#34;')}">`,
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:site_name', organization.name),
    meta('property', 'og:locale', regions[locale]),
    `<script type="application/ld+json" nonce="${nonce}">${inScript(
      structuredData({
        ...place,
        ...{ key, address, description, locale },
        name: nameOf(key, locale, place),
      }),
    )}</script>`,
  ].join('')
}

/** What a page is called in the title of its window. */
function nameOf(key: string, locale: Locale, { rendering }: Pick<Place, 'rendering'>): string {
  const { title } = rendering.pages.find(({ path }) => path === key)!
  const end = title.lastIndexOf('.')
  return translator(locale, title.slice(0, end))(title.slice(end + 1))
}

/** The addresses of the listed pages in each language, as search engines read them. */
export function sitemap(place: Place): string {
  const urls = listedPages(place).flatMap((key) => {
    const variants = variantsOf(key, place)
    const links = variants.map(
      ({ locale, address }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${safe(address)}"/>`,
    )
    const addresses = new Set(variants.map(({ address }) => address))
    // One address in several languages has no variants.
    return [...addresses].map(
      (address) => `<url><loc>${safe(address)}</loc>${addresses.size > 1 ? links.join('') : ''}</url>`,
    )
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}

/** What programs that look through the web may fetch. Pages that are nothing for them say so themselves. */
export function robots({ root, basePath }: { root: string; basePath: string }): string {
  return [
    'User-agent: *',
    `Disallow: ${basePath}/api/`,
    `Disallow: ${basePath}/operator`,
    '',
    `Sitemap: ${root}/sitemap.xml`,
    '',
  ].join('\n')
}

/** The words that the pages of the list have to say of themselves; a test looks that none is missing. */
export function describedPages(): { listed: string[]; described: string[] } {
  const { descriptions } = messagesOf('es').app!.document as { descriptions: object }
  return { listed: Object.values(listed).sort(), described: Object.keys(descriptions).sort() }
}

function safe(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function inScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
