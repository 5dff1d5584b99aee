import type { ProgramPaths } from '#app/rendering-program.ts'
import { decideNavigation } from '#app/web/guard.ts'
import { featureFlagsOf } from '#domains/retailer/feature-flags.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { toPublicSettings } from '#domains/retailer/settings.ts'
import type { Page } from '#kit/web/page.ts'
import { regionalTags } from '#vocabulary/language-tags.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { messagesOf, translator } from '../texts/texts.ts'
import { buildStructuredData } from './structured-data.ts'

/** The pages that search engines may list, by their key, with the text key of their description. */
const indexedPages: Readonly<Record<string, string>> = {
  '/': 'home',
  '/login': 'login',
  '/register': 'register',
  '/reset-password': 'resetPassword',
  '/contact': 'contact',
  '/easy-reading': 'easyReading',
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

/** The languages with their own paths, which are declared to search engines. */
const pathLocales = ['ca', 'es', 'en'] as const

type PagePaths = Pick<ProgramPaths, 'pages' | 'addressIn' | 'keyOf'>
type SearchTagsContext = { rendering: PagePaths; settings: Settings /** With base path. */; root: string }

/** Checks whether search engines may list a page: whether this retailer shows it to everyone. */
function isListed(page: Page, settings: Settings): boolean {
  if (!indexedPages[page.path]) return false
  const boot = { flags: featureFlagsOf(settings), problem: null, settings: toPublicSettings(settings), signedIn: null }
  return decideNavigation({ page, boot, address: page.path }).kind === 'show'
}

/** Returns the URLs of a page in the languages with their own paths; identical ones are listed once. */
function languageVariantsOf(
  key: string,
  { rendering, settings, root }: SearchTagsContext,
): { locale: Locale; address: string }[] {
  return pathLocales
    .filter((locale) => settings.languages.includes(locale))
    .map((locale) => ({ locale, address: root + rendering.addressIn(key, locale) }))
}

type SearchTagsInput = SearchTagsContext & {
  /** Path without base path. */
  pathname: string
  locale: Locale
  /** Escaped, as in the page. */
  title: string
  nonce: string
}

/** Renders the metadata of a page for search engines: description and canonical URL, or noindex. */
export function renderSearchTags({ pathname, locale, title, nonce, ...context }: SearchTagsInput): string {
  const key = context.rendering.keyOf(pathname)
  const page = context.rendering.pages.find(({ path }) => path === key)
  if (!page || !isListed(page, context.settings)) return '<meta name="robots" content="noindex">'
  const { organization, defaultLocale } = context.settings
  const description = translator(locale, 'app.document.descriptions')(indexedPages[key]!, { name: organization.name })
  const address = context.root + context.rendering.addressIn(key, locale)
  const defaultAddress = context.root + context.rendering.addressIn(key, parseLocale(defaultLocale) ?? 'es')
  const meta = (kind: 'name' | 'property', of: string, content: string) =>
    `<meta ${kind}="${of}" content="${escapeText(content)}">`
  return [
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeText(address)}">`,
    `<link rel="alternate" hreflang="x-default" href="${escapeText(defaultAddress)}">`,
    meta('property', 'og:type', 'website'),
    `<meta property="og:title" content="${title.replaceAll('"', '&#34;')}">`,
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:site_name', organization.name),
    meta('property', 'og:locale', regionalTags[locale].replace('-', '_')),
    `<script type="application/ld+json" nonce="${nonce}">${escapeScript(
      buildStructuredData({
        ...context,
        ...{ key, address, description, locale },
        name: pageNameOf(page, locale),
      }),
    )}</script>`,
  ].join('')
}

/** Returns the name of a page in the window title. */
function pageNameOf({ title }: Page, locale: Locale): string {
  const end = title.lastIndexOf('.')
  return translator(locale, title.slice(0, end))(title.slice(end + 1))
}

/** Renders the sitemap with the URLs of the listed pages in each language. */
export function renderSitemap(context: SearchTagsContext): string {
  const { rendering, settings } = context
  const listed = rendering.pages.filter((page) => isListed(page, settings))
  const urls = listed.flatMap(({ path: key }) => {
    const variants = languageVariantsOf(key, context)
    const links = variants.map(
      ({ locale, address }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${escapeText(address)}"/>`,
    )
    const addresses = new Set(variants.map(({ address }) => address))
    // A single URL for several languages has no variants.
    return [...addresses].map(
      (address) => `<url><loc>${escapeText(address)}</loc>${addresses.size > 1 ? links.join('') : ''}</url>`,
    )
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}

/** Renders what crawlers may fetch. Pages excluded from search engines say so themselves. */
export function renderRobotsTxt({ root, basePath }: { root: string; basePath: string }): string {
  return [
    'User-agent: *',
    `Disallow: ${basePath}/api/`,
    `Disallow: ${basePath}/operator`,
    '',
    `Sitemap: ${root}/sitemap.xml`,
    '',
  ].join('\n')
}

/** Returns the listed pages and those with a description; a test checks that none is missing. */
export function listPageDescriptions(): { listed: string[]; described: string[] } {
  const { descriptions } = messagesOf('es').app!.document as { descriptions: object }
  return { listed: Object.values(indexedPages).sort(), described: Object.keys(descriptions).sort() }
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function escapeScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
