import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Page } from '#kit/web/page.ts'
import { listPageDescriptions, renderRobotsTxt, renderSearchTags, renderSitemap } from './search-tags.ts'

const pages = [
  { path: '/', protection: 'unprotected', title: 'home.title', paths: { ca: '/', es: '/' } },
  {
    path: '/comparator',
    protection: 'unprotected',
    requiredSettings: ['comparator.enabled'],
    title: 'comparators.electricity.title',
    paths: { ca: '/comparador', es: '/comparador' },
  },
  { path: '/login', protection: 'public', title: 'session.loginTitle', paths: { ca: '/acces', es: '/acceso' } },
  {
    path: '/register',
    protection: 'public',
    requiredSettings: ['features.signup'],
    paths: { ca: '/registre', es: '/registro' },
  },
  {
    path: '/cookies',
    protection: 'unprotected',
    title: 'consent.page.title',
    paths: { ca: '/galetes', es: '/cookies' },
  },
  { path: '/invoices', protection: 'private', paths: { ca: '/factures', es: '/facturas' } },
] as unknown as Page[]

const rendering = {
  pages,
  addressIn: (path: string, locale: string) => {
    const page = pages.find((each) => each.path === path)
    return page && (locale === 'ca' || locale === 'es') ? page.paths[locale] : path
  },
  keyOf: (path: string) => pages.find((each) => Object.values(each.paths).includes(path as '/'))?.path ?? path,
}
const settings = { ...defaultSettings, features: { ...defaultSettings.features, signup: false } }
const place = { rendering, settings, root: 'https://portal.test/office' }
const tags = (pathname: string) =>
  renderSearchTags({ ...place, pathname, locale: 'es', title: 'Entrar "aquí"', nonce: 'n' })

function graphOf(head: string): object[] {
  const [, data] = /<script type="application\/ld\+json" nonce="n">(.+)<\/script>/.exec(head)!
  return JSON.parse(data!)['@graph']
}

test('a public page states what it is, its URL, and its retailer', () => {
  const head = tags('/acceso')
  expect(head).toMatch(/<meta name="description" content="Entra en tu área de cliente de [^"]+">/)
  expect(head).toContain('<link rel="canonical" href="https://portal.test/office/acceso">')
  expect(head).toContain('hreflang="x-default"')
  expect(head).toContain('<meta property="og:title" content="Entrar &#34;aquí&#34;">')
  expect(graphOf(head)).toEqual([
    expect.objectContaining({ '@type': 'Organization', '@id': 'https://portal.test/office/#organization' }),
    expect.objectContaining({ '@type': 'WebSite', inLanguage: 'es' }),
    expect.objectContaining({ '@type': 'BreadcrumbList' }),
  ])
})

test('the home page has no breadcrumbs', () => {
  const home = { ...settings.home, type: 'tabGroups' as const }
  const shown = { ...place, settings: { ...settings, home } }
  expect(
    graphOf(renderSearchTags({ ...shown, pathname: '/', locale: 'es', title: 'Inicio', nonce: 'n' })),
  ).toHaveLength(2)
})

test('a comparator states its type, that it is free, and its URL', () => {
  const head = renderSearchTags({ ...place, pathname: '/comparador', locale: 'ca', title: 'Compara', nonce: 'n' })
  const address = 'https://portal.test/office/comparador'
  const name = 'Compara la teva factura de la llum'
  expect(graphOf(head).slice(2)).toEqual([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: settings.organization.name, item: 'https://portal.test/office/' },
        { '@type': 'ListItem', position: 2, name, item: address },
      ],
    },
    expect.objectContaining({
      '@type': 'WebApplication',
      name,
      url: address,
      inLanguage: 'ca',
      isAccessibleForFree: true,
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR' },
      provider: { '@id': 'https://portal.test/office/#organization' },
    }),
  ])
})

test.each([['/facturas'], ['/registro'], ['/nowhere']])('%s is excluded from search engines', (pathname) => {
  expect(tags(pathname)).toBe('<meta name="robots" content="noindex">')
})

test('the sitemap lists the public pages, once per URL, with their languages', () => {
  const map = renderSitemap(place)
  expect([...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://portal.test/office/',
    'https://portal.test/office/comparador',
    'https://portal.test/office/comparator',
    'https://portal.test/office/acces',
    'https://portal.test/office/acceso',
    'https://portal.test/office/login',
    'https://portal.test/office/galetes',
    'https://portal.test/office/cookies',
  ])
  expect(map).toContain('<xhtml:link rel="alternate" hreflang="ca" href="https://portal.test/office/acces"/>')
})

test('robots.txt names the sitemap and the excluded paths', () => {
  expect(renderRobotsTxt({ root: 'https://portal.test/office', basePath: '/office' }).split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /office/api/',
    'Disallow: /office/operator',
    '',
    'Sitemap: https://portal.test/office/sitemap.xml',
    '',
  ])
})

test('every page that may be listed has its own description', () => {
  const { listed, described } = listPageDescriptions()
  expect(described).toEqual(listed)
})
