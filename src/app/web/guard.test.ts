import { describe, expect, test } from 'vitest'
import { accountPages } from '#domains/accounts/web/routes.ts'
import { withSetting } from '#domains/retailer/settings/by-path.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { joinSettings } from '#domains/retailer/settings/join-settings.ts'
import { toPrivateSettings, toPublicSettings } from '#domains/retailer/settings.ts'
import { sessionPages } from '#domains/session/web/routes.ts'
import type { Page } from '#kit/web/page.ts'
import {
  type AddressCredentials,
  credentialsIn,
  decideNavigation,
  destinationAfterLogIn,
  type NavigationDecision,
} from './guard.ts'

type Guarded = Pick<Page, 'path' | 'protection' | 'privateWhen' | 'requiredSettings' | 'openByLink'>

const home: Guarded = { path: '/', protection: 'unprotected' }
const invoices: Guarded = { path: '/invoices', protection: 'private' }
const login: Guarded = { path: '/login', protection: 'public' }
const changePassword = sessionPages.find(({ path }) => path === '/change-password')!
const comparator: Guarded = { path: '/comparator', protection: 'unprotected', requiredSettings: ['comparator.enabled'] }
const gasComparator: Guarded = {
  path: '/gas-comparator',
  protection: 'unprotected',
  requiredSettings: ['comparator.enabled', 'features.displayTypes.gas'],
}
const customerService: Guarded = {
  path: '/customer-service',
  protection: 'private',
  requiredSettings: [['features.reclamATCMenu', 'features.reclamATCContract']],
}
const prices: Guarded = {
  path: '/omipComponent',
  protection: 'unprotected',
  privateWhen: 'priceAlerts.authenticate',
}
const newGas: Guarded = {
  path: '/new-gas-customer',
  protection: 'unprotected',
  privateWhen: 'contractation.authenticate',
  requiredSettings: ['contractation.gas.enabled'],
}
const activation = accountPages.find(({ path }) => path === '/activation')!
const reset = accountPages.find(({ path }) => path === '/reset-password')!
const list: Guarded = { path: '/contracts/electricity', protection: 'private' }
const welcome = accountPages.find(({ path }) => path === '/welcome')!
const contact: Guarded = { path: '/contact', protection: 'private', requiredSettings: ['features.contact', 'crm.case'] }

const nobody = null
const customer = { readonly: false, mustChangePassword: false }
const newcomer = { readonly: false, mustChangePassword: true }
const looking = { readonly: true, mustChangePassword: true }

const shown: NavigationDecision = { kind: 'show' }
const notFound: NavigationDecision = { kind: 'notFound' }
const to = (address: string): NavigationDecision => ({ kind: 'redirect', address })

function settingsWith(changes: Record<string, unknown> = {}, { isSignedIn = false } = {}) {
  const settings = Object.entries(changes).reduce(
    (all, [path, value]) => withSetting(all, path, value),
    defaultSettings,
  )
  const known = toPublicSettings(settings)
  return isSignedIn ? joinSettings(known, toPrivateSettings(settings)) : known
}

type Row = [
  reason: string,
  page: Guarded,
  signedIn: typeof customer | null,
  address: string,
  settings: Record<string, unknown>,
  expected: NavigationDecision,
]

const visits: Row[] = [
  ['shows a private page to a signed-in customer', invoices, customer, '/facturas', {}, shown],
  ['redirects visitors to sign in, and back', invoices, nobody, '/facturas', {}, to('/login?redirectPath=%2Ffacturas')],
  [
    'shows the welcome page to signed-in customers only',
    welcome,
    nobody,
    '/welcome',
    {},
    to('/login?redirectPath=%2Fwelcome'),
  ],
  [
    'keeps the query of the destination',
    invoices,
    nobody,
    '/invoices?contractType=gas&contractName=7',
    {},
    to(
      '/login?redirectPath=%2Finvoices&pathParams=%7B%22contractType%22%3A%22gas%22%2C%22contractName%22%3A%227%22%7D',
    ),
  ],
  [
    'removes a secret from the destination',
    invoices,
    nobody,
    '/invoices?secret=hush',
    {},
    to('/login?redirectPath=%2Finvoices'),
  ],
  [
    'never returns to another host',
    invoices,
    nobody,
    '//elsewhere.example/invoices',
    {},
    to('/login?redirectPath=%2F'),
  ],
  ['shows a public page to visitors', login, nobody, '/acceso', {}, shown],
  ['redirects signed-in customers from a public page to the homepage', login, customer, '/acceso', {}, to('/invoices')],
  [
    'redirects signed-in customers to their destination',
    login,
    customer,
    '/login?redirectPath=/contracts/gas',
    {},
    to('/contracts/gas'),
  ],
  ['never redirects to another site', login, customer, '/login?redirectPath=//elsewhere.example', {}, to('/invoices')],
  [
    'hides the password change with single sign-on alone',
    changePassword,
    customer,
    '/x',
    { 'features.oidc': true },
    notFound,
  ],
  [
    'requires no password change with single sign-on alone',
    invoices,
    newcomer,
    '/facturas',
    { 'features.oidc': true },
    shown,
  ],
  [
    'shows the password change where password sign-in is also allowed',
    changePassword,
    customer,
    '/x',
    { 'features.oidc': true, 'oidc.allowDefaultLogin': true },
    shown,
  ],
  [
    'hides the password reset with single sign-on alone',
    reset,
    nobody,
    '/reset-password',
    { 'features.oidc': true },
    notFound,
  ],
  [
    'redirects to gas contracts where only gas is shown',
    list,
    customer,
    '/contracts/electricity?action=x',
    { 'features.displayTypes': ['gas'] },
    to('/contracts/gas?action=x'),
  ],
  ['shows an unprotected page to visitors', comparator, nobody, '/comparator', {}, shown],
  ['shows an unprotected page to customers', comparator, customer, '/comparator', {}, shown],
  [
    'requires sign-in for a page that a setting makes private',
    prices,
    nobody,
    '/omipComponent',
    {},
    to('/login?redirectPath=%2FomipComponent'),
  ],
  ['shows a page made private to customers', prices, customer, '/omipComponent', {}, shown],
  [
    'requires sign-in for contracting if a setting says so',
    newGas,
    nobody,
    '/new-gas-customer?promocode=SOL',
    { 'contractation.authenticate': true },
    to('/login?redirectPath=%2Fnew-gas-customer&pathParams=%7B%22promocode%22%3A%22SOL%22%7D'),
  ],
  [
    'shows contracting to customers if sign-in is required',
    newGas,
    customer,
    '/new-gas-customer',
    { 'contractation.authenticate': true },
    shown,
  ],
  [
    'shows contracting to visitors if no sign-in is required',
    newGas,
    nobody,
    '/new-gas-customer',
    { 'contractation.authenticate': false },
    shown,
  ],
  [
    'hides contracting for an energy that is not sold',
    newGas,
    nobody,
    '/new-gas-customer',
    { 'contractation.gas.enabled': false },
    { kind: 'notFound' },
  ],
  [
    'shows prices to visitors if no sign-in is required',
    prices,
    nobody,
    '/omipComponent',
    { 'priceAlerts.authenticate': false },
    shown,
  ],

  ['hides a page that is switched off', comparator, customer, '/comparator', { 'comparator.enabled': false }, notFound],
  ['hides activation where sign-up is off', activation, nobody, '/activation', { 'features.signup': false }, notFound],
  [
    'shows activation from a mailed link although sign-up is off',
    activation,
    nobody,
    '/activation?step=password',
    { 'features.signup': false },
    shown,
  ],
  ['shows a page whose energy is listed', gasComparator, customer, '/gas-comparator', {}, shown],
  [
    'hides a page whose energy is not listed',
    gasComparator,
    customer,
    '/gas-comparator',
    { 'features.displayTypes': ['electricity'] },
    notFound,
  ],
  [
    'hides a page that misses one of its requirements',
    contact,
    customer,
    '/contact',
    { 'features.contact': false },
    notFound,
  ],
  [
    'hides a page whose feature flag is off',
    contact,
    customer,
    '/contact',
    { 'featureFlags.crm.case': false },
    notFound,
  ],
  ['shows a page that meets all requirements', contact, customer, '/contact', {}, shown],
  [
    'shows a page that meets one of several alternatives',
    customerService,
    customer,
    '/customer-service',
    { 'features.reclamATCMenu': false },
    shown,
  ],
  [
    'hides a page that meets none of its alternatives',
    customerService,
    customer,
    '/customer-service',
    { 'features.reclamATCMenu': false, 'features.reclamATCContract': false },
    notFound,
  ],
  [
    'requires sign-in where only customers receive the deciding setting',
    customerService,
    nobody,
    '/customer-service',
    { 'features.reclamATCMenu': false },
    to('/login?redirectPath=%2Fcustomer-service'),
  ],
  [
    'hides a page that is switched off from visitors as well',
    contact,
    nobody,
    '/contact',
    { 'features.contact': false },
    notFound,
  ],

  [
    'requires a password change before anything else',
    invoices,
    newcomer,
    '/invoices?contractType=gas',
    {},
    to('/change-password?redirectPath=%2Finvoices&pathParams=%7B%22contractType%22%3A%22gas%22%7D'),
  ],
  ['shows the password change when it is required', changePassword, newcomer, '/change-password', {}, shown],
  [
    'requires a password change before unprotected pages',
    comparator,
    newcomer,
    '/comparator',
    {},
    to('/change-password?redirectPath=%2Fcomparator'),
  ],
  [
    'keeps the destination of the sign-in page through a password change',
    login,
    newcomer,
    '/login?redirectPath=/contracts/gas',
    {},
    to('/change-password?redirectPath=%2Fcontracts%2Fgas'),
  ],
  ['requires no password change of a read-only user', invoices, looking, '/invoices', {}, shown],
  ['shows the password change to any customer', changePassword, customer, '/change-password', {}, shown],
  [
    'requires sign-in for the password change',
    changePassword,
    nobody,
    '/cambio-de-clave',
    {},
    to('/login?redirectPath=%2Fcambio-de-clave'),
  ],

  ['shows the overview to customers', home, customer, '/', { 'home.type': 'overview' }, shown],
  [
    'shows the overview to visitors, with what they can contract',
    home,
    nobody,
    '/',
    { 'home.type': 'overview' },
    shown,
  ],
  ['shows the grid of actions to visitors', home, nobody, '/', { 'home.type': 'tabGroups' }, shown],
  ['shows the grid of actions to customers', home, customer, '/', { 'home.type': 'tabGroups' }, shown],
  ['redirects a dashboard to the invoices', home, customer, '/', { 'home.type': 'dashboard' }, to('/invoices')],
  ['redirects any other start page to the invoices', home, nobody, '/', { 'home.type': 'invoices' }, to('/invoices')],
]

test.each(visits)('%s', (_, page, signedIn, address, changes, expected) => {
  const settings = settingsWith(changes, { isSignedIn: signedIn !== null })
  const flags = { 'crm.case': settings.featureFlags.crm.case }
  expect(decideNavigation({ page, boot: { flags, problem: null, settings, signedIn }, address })).toEqual(expected)
})

test('an error page is shown wherever the problem occurred', () => {
  const problem = { status: 401 as const, code: 'token_invalid', requestId: 'r' }
  const settings = settingsWith()
  expect(
    decideNavigation({ page: invoices, boot: { flags: {}, problem, settings, signedIn: null }, address: '/' }),
  ).toEqual(shown)
})

describe('the destination after sign-in', () => {
  const destinations: [reason: string, address: string, settings: Record<string, unknown>, expected: string][] = [
    ['is the invoices for a new retailer', '/login', {}, '/invoices'],
    ['is the homepage from the settings', '/login', { homepage: 'home' }, '/'],
    ['is the invoices if the settings say so', '/login', { homepage: 'invoices' }, '/invoices'],
    ['is the contracts if the settings say so', '/login', { homepage: 'contracts' }, '/contracts/electricity'],
    [
      'is the gas contracts where only gas is shown',
      '/login',
      { homepage: 'contracts', 'features.displayTypes': ['gas'] },
      '/contracts/gas',
    ],
    ['is the profile if the settings say so', '/login', { homepage: 'profile' }, '/profile'],
    ['is the requests if the settings say so', '/login', { homepage: 'requests' }, '/requests'],
    [
      'is the invoices where requests are off',
      '/login',
      { homepage: 'requests', 'featureFlags.crm.case': false },
      '/invoices',
    ],
    ['is the page that was requested', '/login?redirectPath=%2Fcontracts%2Fgas', {}, '/contracts/gas'],
    [
      'includes its parameters',
      '/login?redirectPath=/invoices&pathParams={"contractType":"gas"}',
      {},
      '/invoices?contractType=gas',
    ],
    ['includes the rest of the query', '/login?redirectPath=/invoices&offset=5', {}, '/invoices?offset=5'],
    ['excludes the reason of a failed attempt', '/login?redirectPath=/invoices&failed=login_error', {}, '/invoices'],
    ['excludes a token in the path', '/login?redirectPath=/invoices%3Ftoken%3Dabc', {}, '/invoices'],
    ['excludes a token in the parameters', '/login?redirectPath=/invoices&pathParams={"token":"abc"}', {}, '/invoices'],
    ['is never outside the portal', '/login?redirectPath=https://elsewhere.example', {}, '/invoices'],
    [
      'is never outside the portal by a parameter',
      '/login?redirectPath=/{x}&pathParams={"x":"/elsewhere.example"}',
      {},
      '/invoices',
    ],
    ['is never the sign-in page in a loop', '/login?redirectPath=/login', {}, '/login'],
  ]
  test('the invoices, if the upstream server has no page of requests', () => {
    const settings = settingsWith({ homepage: 'requests' })
    expect(destinationAfterLogIn('/login', { ...settings, hasUpstream: true })).toBe('/invoices')
  })

  test.each(destinations)('%s', (_, address, changes, expected) => {
    expect(destinationAfterLogIn(address, settingsWith(changes))).toBe(expected)
  })
})

describe('the credentials in a URL', () => {
  const arrivals: [reason: string, address: string, expected: AddressCredentials][] = [
    ['none', '/invoices?contractType=gas', { kind: 'none' }],
    [
      'include a token on any page',
      '/facturas?token=abc&a=b',
      { kind: 'token', token: 'abc', cleanAddress: '/facturas?a=b' },
    ],
    ['include an empty token, which is invalid', '/?token=', { kind: 'token', token: '', cleanAddress: '/' }],
    ['include the first of two tokens', '/?token=a&token=b', { kind: 'token', token: 'a', cleanAddress: '/' }],
    [
      'include a client with its secret',
      '/login?id_client=a&secret=b&redirectPath=/',
      { kind: 'client', clientId: 'a', secret: 'b', cleanAddress: '/login?redirectPath=%2F' },
    ],
    [
      'include a client without a secret',
      '/login?id_client=a',
      { kind: 'client', clientId: 'a', secret: '', cleanAddress: '/login' },
    ],
    [
      'include a secret without a client',
      '/login?secret=b',
      { kind: 'client', clientId: '', secret: 'b', cleanAddress: '/login' },
    ],
    ['prefer a token to a client', '/?id_client=a&secret=b&token=c', { kind: 'token', token: 'c', cleanAddress: '/' }],
    [
      'include the reply of an identity provider',
      '/login?code=a&state=b&iss=https%3A%2F%2Fidp.example&session_state=c',
      { kind: 'providerReply', cleanAddress: '/login' },
    ],
    [
      'include the refusal of an identity provider',
      '/login?error=access_denied&state=b',
      { kind: 'providerReply', cleanAddress: '/login' },
    ],
    ['exclude an incomplete reply', '/?code=a', { kind: 'none' }],
    [
      'include a token at a URL of another host',
      '//elsewhere.example/?token=abc',
      { kind: 'token', token: 'abc', cleanAddress: '/' },
    ],
  ]
  test.each(arrivals)('%s', (_, address, expected) => {
    expect(credentialsIn(address)).toEqual(expected)
  })
})
