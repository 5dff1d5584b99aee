import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { pages } from './pages.ts'
import { hasPage, localesOfPath, matchPath, toKey, toLocal, toLocalAddress } from './paths.ts'

/** The paths of the specification and, for Spanish, of our decisions. */
const written: [key: string, ca: string, es: string][] = [
  ['/', '/', '/'],
  ['/loading', '/carregant', '/cargando'],
  ['/version', '/versio', '/version'],
  ['/login', '/acces', '/acceso'],
  ['/change-password', '/canvi-de-clau', '/cambio-de-clave'],
  ['/altHome', '/altHome', '/altHome'],
  ['/register', '/registre', '/registro'],
  ['/activation', '/activacio', '/activacion'],
  ['/reset-password', '/recordar-clau', '/recordar-clave'],
  ['/welcome', '/benvingut', '/bienvenida'],
  ['/contracts/electricity', '/contractes/electricitat', '/contratos/electricidad'],
  ['/contracts/gas', '/contractes/gas', '/contratos/gas'],
  ['/contracts/electricity/0048213', '/contractes/electricitat/0048213', '/contratos/electricidad/0048213'],
  ['/contracts/gas/0048214', '/contractes/gas/0048214', '/contratos/gas/0048214'],
  ['/contracts/electricity/7/tariff', '/contractes/electricitat/7/tarifa', '/contratos/electricidad/7/tarifa'],
  ['/invoices', '/factures', '/facturas'],
  ['/invoices/FE26%2F1', '/factures/FE26%2F1', '/facturas/FE26%2F1'],
  ['/connect', '/connect', '/connect'],
  ['/signature/7', '/signatura/7', '/firma/7'],
  ['/batteries/7', '/bateries/7', '/baterias/7'],
  ['/debt', '/deute', '/deuda'],
  ['/revisions', '/canvis-de-preu', '/cambios-de-precio'],
  ['/revisions/7', '/canvis-de-preu/7', '/cambios-de-precio/7'],
  [
    '/contracts/electricity/0048213/communications',
    '/contractes/electricitat/0048213/comunicacions',
    '/contratos/electricidad/0048213/comunicaciones',
  ],
  [
    '/contracts/gas/0048214/communications',
    '/contractes/gas/0048214/comunicacions',
    '/contratos/gas/0048214/comunicaciones',
  ],
  [
    '/contracts/electricity/0048213/tariff',
    '/contractes/electricitat/0048213/tarifa',
    '/contratos/electricidad/0048213/tarifa',
  ],
  ['/profile', '/perfil', '/perfil'],
  ['/profile/messages', '/perfil/missatges', '/perfil/mensajes'],
  ['/profile/security', '/perfil/seguretat', '/perfil/seguridad'],
  ['/profile', '/perfil', '/perfil'],
  ['/profile/programs', '/perfil/programes', '/perfil/programas'],
  ['/profile/data-sharing', '/perfil/dades-i-permisos', '/perfil/datos-y-permisos'],
  ['/profile/sessions', '/perfil/sessions', '/perfil/sesiones'],
  ['/help', '/ajuda', '/ayuda'],
  ['/requests', '/solicituts', '/solicitudes'],
  ['/requests/create', '/solicituts/crear', '/solicitudes/crear'],
  ['/requests/7', '/solicituts/7', '/solicitudes/7'],
  ['/customer-service', '/atencio-al-client', '/atencion-al-cliente'],
  ['/contact', '/contacte', '/contacto'],
  ['/your-request', '/la-teva-consulta', '/tu-consulta'],
  ['/alerts', '/avisos', '/avisos'],
  ['/easy-reading', '/facil-de-llegir', '/lectura-facil'],
  ['/claims', '/reclamacions', '/reclamaciones'],
  ['/unrequested-switch', '/canvi-no-demanat', '/cambio-no-pedido'],
  ['/newsletter', '/butlleti', '/boletin'],
  ['/new-electricity-customer', '/nou-client-electricitat', '/nuevo-cliente-electricidad'],
  ['/new-gas-customer', '/nou-client-gas', '/nuevo-cliente-gas'],
  ['/new-dual-customer', '/nou-client-dual', '/nuevo-cliente-dual'],
  ['/power', '/potencia', '/potencia'],
  ['/omipComponent', '/omipComponent', '/omipComponent'],
  ['/comparator', '/comparador', '/comparador'],
  ['/gas-comparator', '/comparador-gas', '/comparador-gas'],
  ['/cookies', '/galetes', '/cookies'],
  ['/privacy', '/privacitat', '/privacidad'],
  ['/legal-notice', '/avis-legal', '/aviso-legal'],
  ['/accessibility', '/accessibilitat', '/accesibilidad'],
  ['/d/news/7', '/d/news/7', '/d/news/7'],
]

describe('a page', () => {
  test.each(written)('%s is %s in Catalan and %s in Spanish, and in English equals its key', (key, ca, es) => {
    expect([toLocal(key, 'ca'), toLocal(key, 'es'), toLocal(key, 'en')]).toEqual([ca, es, key])
    expect([toKey(ca), toKey(es), toKey(key)]).toEqual([key, key, key])
    expect(hasPage(key)).toBe(true)
  })

  test('of the portal is always listed in the table above', () => {
    const unwritten = pages.filter(({ path }) => !written.some(([key]) => matchPath(path, key)))
    expect(unwritten.map(({ path }) => path)).toEqual([])
  })

  test('has unique paths in every language', () => {
    const taken = pages.flatMap(({ path, paths }) => [...new Set([path, paths.ca, paths.es])])
    const twice = taken.filter((path, place) => taken.indexOf(path) !== place)
    expect(twice).toEqual([])
  })

  test('has the same parameters in every language', () => {
    for (const { path, paths } of pages)
      for (const local of Object.values(paths)) expect(parametersOf(local), local).toEqual(parametersOf(path))
  })
})

const languages: [reason: string, path: string, offered: readonly Locale[], of: Locale[]][] = [
  ['a Catalan path belongs to Catalan', '/factures', locales, ['ca']],
  ['a Spanish path belongs to Spanish', '/facturas', locales, ['es']],
  ['a trailing slash changes nothing', '/facturas/', locales, ['es']],
  [
    'an English path also belongs to the languages without paths of their own',
    '/invoices',
    locales,
    ['en', 'gl', 'fr', 'de'],
  ],
  ['the start page belongs to all languages', '/', locales, [...locales]],
  ['an unknown path belongs to all languages', '/nowhere', locales, [...locales]],
  ['a path shared by several languages belongs to all of them', '/version', locales, ['es', 'en', 'gl', 'fr', 'de']],
  ['a page key returned by calls belongs to all languages', '/signature/a-b', locales, [...locales]],
  ['its Catalan path belongs to Catalan', '/signatura/a-b', locales, ['ca']],
  ['a language that is not offered is left out', '/invoices', ['ca', 'fr'], ['fr']],
  ['a path of only a language that is not offered belongs to all languages', '/facturas', ['ca', 'en'], ['ca', 'en']],
]
test.each(languages)('%s: %s', (_, path, offered, of) => {
  expect(localesOfPath(path, offered)).toEqual(of)
})

const addresses: [reason: string, address: string, locale: Locale, written: string][] = [
  ['query and fragment are kept', '/invoices?contractType=gas#top', 'ca', '/factures?contractType=gas#top'],
  ['any source language is accepted', '/factures?a=1', 'es', '/facturas?a=1'],
  ['German uses the English paths', '/facturas', 'de', '/invoices'],
  ['French uses the English paths', '/facturas', 'fr', '/invoices'],
  ['Galician uses the English paths', '/facturas', 'gl', '/invoices'],
  ['names stay encoded', '/contracts/gas/G%2F1', 'es', '/contratos/gas/G%2F1'],
  ['an unknown path is unchanged', '/nowhere?x', 'ca', '/nowhere?x'],
]
test.each(addresses)('a URL in a language: %s', (_, address, locale, expected) => {
  expect(toLocalAddress(address, locale)).toBe(expected)
})

const matches: [reason: string, pattern: string, path: string, values: object | null][] = [
  ['a plain path', '/invoices', '/invoices', {}],
  ['a trailing slash', '/invoices', '/invoices/', {}],
  ['another path', '/invoices', '/contracts', null],
  ['a longer path', '/invoices', '/invoices/7', null],
  ['values that stay encoded', '/d/$routePath/$pageId', '/d/a%20b/7', { routePath: 'a%20b', pageId: '7' }],
  ['a missing value', '/contracts/gas/$contractName', '/contracts/gas/', null],
]
test.each(matches)('a pattern: %s', (_, pattern, path, values) => {
  expect(matchPath(pattern, path)).toEqual(values)
})

function parametersOf(path: string): string[] {
  return path.match(/\$\w+/g) ?? []
}

test.each([
  ['/factures/download', ['ca']],
  ['/facturas/download', ['es']],
  ['/nowhere', [...locales]],
])('%s has the language of its parent page', (pathname, expected) => {
  expect(localesOfPath(pathname, locales)).toEqual(expected)
})
