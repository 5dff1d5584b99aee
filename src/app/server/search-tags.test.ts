import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { Page } from '#kit/web/page.ts'
import { describedPages, robots, searchTags, sitemap } from './search-tags.ts'

const pages = [
  { path: '/login', protection: 'public', paths: { ca: '/acces', es: '/acceso' } },
  { path: '/register', protection: 'public', needs: ['features.signup'], paths: { ca: '/registre', es: '/registro' } },
  { path: '/cookies', protection: 'unprotected', paths: { ca: '/galetes', es: '/cookies' } },
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

test('a page for everybody says what it is, where it is, and who stands behind it', () => {
  const head = tags('/acceso')
  expect(head).toMatch(/<meta name="description" content="Entra en tu área de cliente de [^"]+">/)
  expect(head).toContain('<link rel="canonical" href="https://portal.test/office/acceso">')
  expect(head).toContain('hreflang="x-default"')
  expect(head).toContain('<meta property="og:title" content="Entrar &#34;aquí&#34;">')
  const [, data] = /<script type="application\/ld\+json" nonce="n">(.+)<\/script>/.exec(head)!
  expect(JSON.parse(data!)['@graph'].map((thing: object) => (thing as { '@type': string })['@type'])).toEqual([
    'Organization',
    'WebSite',
  ])
})

test.each([['/facturas'], ['/registro'], ['/nowhere']])('%s is nothing for search engines here', (pathname) => {
  expect(tags(pathname)).toBe('<meta name="robots" content="noindex">')
})

test('the sitemap lists what everybody may see here, once per address, with its languages', () => {
  const map = sitemap(place)
  expect([...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual([
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
