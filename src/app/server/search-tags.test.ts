import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { Page } from '#kit/web/page.ts'
import { describedPages, robots, searchTags, sitemap } from './search-tags.ts'

const pages = [
  { path: '/', protection: 'unprotected', title: 'home.title', paths: { ca: '/', es: '/' } },
  {
    path: '/comparator',
    protection: 'unprotected',
    needs: ['comparator.enabled'],
    title: 'comparators.electricity.title',
    paths: { ca: '/comparador', es: '/comparador' },
  },
  { path: '/login', protection: 'public', title: 'session.loginTitle', paths: { ca: '/acces', es: '/acceso' } },
  { path: '/register', protection: 'public', needs: ['features.signup'], paths: { ca: '/registre', es: '/registro' } },
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
const tags = (pathname: string) => searchTags({ ...place, pathname, locale: 'es', title: 'Entrar "aquí"', nonce: 'n' })

function graphOf(head: string): object[] {
  const [, data] = /<script type="application\/ld\+json" nonce="n">(.+)<\/script>/.exec(head)!
  return JSON.parse(data!)['@graph']
}

test('a page for everybody says what it is, where it is, and who stands behind it', () => {
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

test('the first page is where every way begins, and tells of none', () => {
  const home = { ...settings.home, type: 'tabGroups' as const }
  const shown = { ...place, settings: { ...settings, home } }
  expect(graphOf(searchTags({ ...shown, pathname: '/', locale: 'es', title: 'Inicio', nonce: 'n' }))).toHaveLength(2)
})

test('a comparator says that it is one, costs nothing, and where it is', () => {
  const head = searchTags({ ...place, pathname: '/comparador', locale: 'ca', title: 'Compara', nonce: 'n' })
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

test.each([['/facturas'], ['/registro'], ['/nowhere']])('%s is nothing for search engines here', (pathname) => {
  expect(tags(pathname)).toBe('<meta name="robots" content="noindex">')
})

test('the sitemap lists what everybody may see here, once per address, with its languages', () => {
  const map = sitemap(place)
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

test('programs are told where the sitemap is and what is not for them', () => {
  expect(robots({ root: 'https://portal.test/office', basePath: '/office' }).split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /office/api/',
    'Disallow: /office/operator',
    '',
    'Sitemap: https://portal.test/office/sitemap.xml',
    '',
  ])
})

test('every page that may be listed has words of its own', () => {
  const { listed, described } = describedPages()
  expect(described).toEqual(listed)
})
