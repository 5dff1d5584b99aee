import { describe, expect, test } from 'vitest'
import { accountPages } from '#domains/accounts/web/routes.ts'
import { withSetting } from '#domains/operator/settings/by-path.ts'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { joinSettings } from '#domains/operator/settings/join.ts'
import { privateSettings, publicSettings } from '#domains/operator/settings.ts'
import { sessionPages } from '#domains/session/web/routes.ts'
import type { Page } from '#kit/web/page.ts'
import { type Arrival, arrivalOf, type Decision, decide, destination } from './guard.ts'

type Guarded = Pick<Page, 'path' | 'protection' | 'privateWhen' | 'needs' | 'openByLink'>

const home: Guarded = { path: '/', protection: 'unprotected' }
const invoices: Guarded = { path: '/invoices', protection: 'private' }
const login: Guarded = { path: '/login', protection: 'public' }
const changePassword = sessionPages.find(({ path }) => path === '/change-password')!
const comparator: Guarded = { path: '/comparator', protection: 'unprotected', needs: ['comparator.enabled'] }
const gasComparator: Guarded = {
  path: '/gas-comparator',
  protection: 'unprotected',
  needs: ['comparator.enabled', 'features.displayTypes.gas'],
}
const customerService: Guarded = {
  path: '/customer-service',
  protection: 'private',
  needs: [['features.reclamATCMenu', 'features.reclamATCContract']],
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
  needs: ['contractation.gas.enabled'],
}
const activation = accountPages.find(({ path }) => path === '/activation')!
const reset = accountPages.find(({ path }) => path === '/reset-password')!
const list: Guarded = { path: '/contracts/electricity', protection: 'private' }
const welcome = accountPages.find(({ path }) => path === '/welcome')!
const contact: Guarded = { path: '/contact', protection: 'private', needs: ['features.contact', 'crm.case'] }

const nobody = null
const customer = { readonly: false, mustChangePassword: false }
const newcomer = { readonly: false, mustChangePassword: true }
const looking = { readonly: true, mustChangePassword: true }

const shown: Decision = { kind: 'show' }
const notFound: Decision = { kind: 'notFound' }
const to = (address: string): Decision => ({ kind: 'goTo', address })

function settingsWith(changes: Record<string, unknown> = {}, { isSignedIn = false } = {}) {
  const settings = Object.entries(changes).reduce(
    (all, [path, value]) => withSetting(all, path, value),
    defaultSettings,
  )
  const known = publicSettings(settings)
  return isSignedIn ? joinSettings(known, privateSettings(settings)) : known
}

type Row = [
  reason: string,
  page: Guarded,
  signedIn: typeof customer | null,
  address: string,
  settings: Record<string, unknown>,
  expected: Decision,
]

const visits: Row[] = [
  ['a private page is for who is signed in', invoices, customer, '/facturas', {}, shown],
  ['others sign in and come back', invoices, nobody, '/facturas', {}, to('/login?redirectPath=%2Ffacturas')],
  ['the welcome tells a stranger nothing', welcome, nobody, '/welcome', {}, to('/login?redirectPath=%2Fwelcome')],
  [
    'with what stood in the query',
    invoices,
    nobody,
    '/invoices?contractType=gas&contractName=7',
    {},
    to(
      '/login?redirectPath=%2Finvoices&pathParams=%7B%22contractType%22%3A%22gas%22%2C%22contractName%22%3A%227%22%7D',
    ),
  ],
  [
    'but without a secret that came along',
    invoices,
    nobody,
    '/invoices?secret=hush',
    {},
    to('/login?redirectPath=%2Finvoices'),
  ],
  [
    'an address that is another host’s is not come back to',
    invoices,
    nobody,
    '//elsewhere.example/invoices',
    {},
    to('/login?redirectPath=%2F'),
  ],
  ['a public page is for who is not', login, nobody, '/acceso', {}, shown],
  ['who is goes on to the homepage', login, customer, '/acceso', {}, to('/invoices')],
  ['or to where they were going', login, customer, '/login?redirectPath=/contracts/gas', {}, to('/contracts/gas')],
  ['never to another site', login, customer, '/login?redirectPath=//elsewhere.example', {}, to('/invoices')],
  [
    'nobody changes a password with single sign-on alone',
    changePassword,
    customer,
    '/x',
    { 'features.oidc': true },
    notFound,
  ],
  ['nor is sent to do so', invoices, newcomer, '/facturas', { 'features.oidc': true }, shown],
  [
    'but where the portal keeps passwords as well',
    changePassword,
    customer,
    '/x',
    { 'features.oidc': true, 'oidc.allowDefaultLogin': true },
    shown,
  ],
  ['nor recovers one', reset, nobody, '/reset-password', { 'features.oidc': true }, notFound],
  [
    'where gas alone is shown contracts are those',
    list,
    customer,
    '/contracts/electricity?action=x',
    { 'features.displayTypes': ['gas'] },
    to('/contracts/gas?action=x'),
  ],
  ['an unprotected page is for everybody', comparator, nobody, '/comparator', {}, shown],
  ['also for customers', comparator, customer, '/comparator', {}, shown],
  [
    'unless a setting makes it private',
    prices,
    nobody,
    '/omipComponent',
    {},
    to('/login?redirectPath=%2FomipComponent'),
  ],
  ['which customers do not notice', prices, customer, '/omipComponent', {}, shown],
  [
    'a contract may be for customers alone',
    newGas,
    nobody,
    '/new-gas-customer?promocode=SOL',
    { 'contractation.authenticate': true },
    to('/login?redirectPath=%2Fnew-gas-customer&pathParams=%7B%22promocode%22%3A%22SOL%22%7D'),
  ],
  [
    'who take it out once they are in',
    newGas,
    customer,
    '/new-gas-customer',
    { 'contractation.authenticate': true },
    shown,
  ],
  ['or for everybody', newGas, nobody, '/new-gas-customer', { 'contractation.authenticate': false }, shown],
  [
    'and a kind that is not sold has no page',
    newGas,
    nobody,
    '/new-gas-customer',
    { 'contractation.gas.enabled': false },
    { kind: 'notFound' },
  ],
  ['and which may be off', prices, nobody, '/omipComponent', { 'priceAlerts.authenticate': false }, shown],

  [
    'a page that is switched off is none',
    comparator,
    customer,
    '/comparator',
    { 'comparator.enabled': false },
    notFound,
  ],
  ['so is activation where nobody signs up', activation, nobody, '/activation', { 'features.signup': false }, notFound],
  [
    'but whoever comes by a mailed link finds it',
    activation,
    nobody,
    '/activation?step=password',
    { 'features.signup': false },
    shown,
  ],
  ['what a list names is on', gasComparator, customer, '/gas-comparator', {}, shown],
  [
    'and what it does not name is off',
    gasComparator,
    customer,
    '/gas-comparator',
    { 'features.displayTypes': ['electricity'] },
    notFound,
  ],
  ['all that it needs must be on', contact, customer, '/contact', { 'features.contact': false }, notFound],
  ['a flag counts as well', contact, customer, '/contact', { 'featureFlags.crm.case': false }, notFound],
  ['all of it is on', contact, customer, '/contact', {}, shown],
  [
    'of what can do for each other one is enough',
    customerService,
    customer,
    '/customer-service',
    { 'features.reclamATCMenu': false },
    shown,
  ],
  [
    'and without any there is no page',
    customerService,
    customer,
    '/customer-service',
    { 'features.reclamATCMenu': false, 'features.reclamATCContract': false },
    notFound,
  ],
  [
    'what only customers are told may be on for who signs in',
    customerService,
    nobody,
    '/customer-service',
    { 'features.reclamATCMenu': false },
    to('/login?redirectPath=%2Fcustomer-service'),
  ],
  ['nobody learns by it who may see it', contact, nobody, '/contact', { 'features.contact': false }, notFound],

  [
    'who must change the password does so first',
    invoices,
    newcomer,
    '/invoices?contractType=gas',
    {},
    to('/change-password?redirectPath=%2Finvoices&pathParams=%7B%22contractType%22%3A%22gas%22%7D'),
  ],
  ['there they may be', changePassword, newcomer, '/change-password', {}, shown],
  [
    'also before pages for everybody',
    comparator,
    newcomer,
    '/comparator',
    {},
    to('/change-password?redirectPath=%2Fcomparator'),
  ],
  [
    'from the log-in they still get to where they were going',
    login,
    newcomer,
    '/login?redirectPath=/contracts/gas',
    {},
    to('/change-password?redirectPath=%2Fcontracts%2Fgas'),
  ],
  ['who only looks has none to change', invoices, looking, '/invoices', {}, shown],
  ['a customer may change it any time', changePassword, customer, '/change-password', {}, shown],
  ['nobody else may', changePassword, nobody, '/cambio-de-clave', {}, to('/login?redirectPath=%2Fcambio-de-clave')],

  ['the overview is of one’s own contracts', home, customer, '/', { 'home.type': 'overview' }, shown],
  ['a visitor sees there what they can take out', home, nobody, '/', { 'home.type': 'overview' }, shown],
  ['the grid of actions is for everybody', home, nobody, '/', { 'home.type': 'tabGroups' }, shown],
  ['for customers too', home, customer, '/', { 'home.type': 'tabGroups' }, shown],
  ['a dashboard is the invoices', home, customer, '/', { 'home.type': 'dashboard' }, to('/invoices')],
  ['and so is any other', home, nobody, '/', { 'home.type': 'invoices' }, to('/invoices')],
]

test.each(visits)('%s', (_, page, signedIn, address, changes, expected) => {
  const settings = settingsWith(changes, { isSignedIn: signedIn !== null })
  const flags = { 'crm.case': settings.featureFlags.crm.case }
  expect(decide({ page, boot: { flags, problem: null, settings, signedIn }, address })).toEqual(expected)
})

test('the page of a problem stands wherever the problem was met', () => {
  const problem = { status: 401 as const, code: 'token_invalid', requestId: 'r' }
  const settings = settingsWith()
  expect(decide({ page: invoices, boot: { flags: {}, problem, settings, signedIn: null }, address: '/' })).toEqual(
    shown,
  )
})

describe('where somebody goes after signing in', () => {
  const destinations: [reason: string, address: string, settings: Record<string, unknown>, expected: string][] = [
    ['the invoices of a fresh retailer', '/login', {}, '/invoices'],
    ['the homepage of the settings', '/login', { homepage: 'home' }, '/'],
    ['the invoices, if that says so', '/login', { homepage: 'invoices' }, '/invoices'],
    ['the contracts', '/login', { homepage: 'contracts' }, '/contracts/electricity'],
    [
      'of gas, where there is only gas',
      '/login',
      { homepage: 'contracts', 'features.displayTypes': ['gas'] },
      '/contracts/gas',
    ],
    ['the profile', '/login', { homepage: 'profile' }, '/profile'],
    ['the requests', '/login', { homepage: 'requests' }, '/requests'],
    [
      'the invoices again, where there are no requests',
      '/login',
      { homepage: 'requests', 'featureFlags.crm.case': false },
      '/invoices',
    ],
    ['where they were going', '/login?redirectPath=%2Fcontracts%2Fgas', {}, '/contracts/gas'],
    [
      'with its record',
      '/login?redirectPath=/invoices&pathParams={"contractType":"gas"}',
      {},
      '/invoices?contractType=gas',
    ],
    ['and with the rest of the query', '/login?redirectPath=/invoices&offset=5', {}, '/invoices?offset=5'],
    ['but not with why the last attempt failed', '/login?redirectPath=/invoices&failed=login_error', {}, '/invoices'],
    ['nor with a token for another account', '/login?redirectPath=/invoices%3Ftoken%3Dabc', {}, '/invoices'],
    ['nor with one beside it', '/login?redirectPath=/invoices&pathParams={"token":"abc"}', {}, '/invoices'],
    ['never out of the portal', '/login?redirectPath=https://elsewhere.example', {}, '/invoices'],
    ['not by a record either', '/login?redirectPath=/{x}&pathParams={"x":"/elsewhere.example"}', {}, '/invoices'],
    ['not in circles', '/login?redirectPath=/login', {}, '/login'],
  ]
  test('to the invoices, where another server has no page of requests', () => {
    const settings = settingsWith({ homepage: 'requests' })
    expect(destination('/login', { ...settings, hasUpstream: true })).toBe('/invoices')
  })

  test.each(destinations)('%s', (_, address, changes, expected) => {
    expect(destination(address, settingsWith(changes))).toBe(expected)
  })
})

describe('what a visit brings to be let in with', () => {
  const arrivals: [reason: string, address: string, expected: Arrival][] = [
    ['nothing', '/invoices?contractType=gas', { kind: 'nothing' }],
    ['a token, on any page', '/facturas?token=abc&a=b', { kind: 'token', token: 'abc', goOn: '/facturas?a=b' }],
    ['an empty one is a wrong one', '/?token=', { kind: 'token', token: '', goOn: '/' }],
    ['of two the first', '/?token=a&token=b', { kind: 'token', token: 'a', goOn: '/' }],
    [
      'a client and its secret',
      '/login?id_client=a&secret=b&redirectPath=/',
      { kind: 'client', clientId: 'a', secret: 'b', goOn: '/login?redirectPath=%2F' },
    ],
    ['a client without', '/login?id_client=a', { kind: 'client', clientId: 'a', secret: '', goOn: '/login' }],
    ['a secret of nobody', '/login?secret=b', { kind: 'client', clientId: '', secret: 'b', goOn: '/login' }],
    ['a token before a client', '/?id_client=a&secret=b&token=c', { kind: 'token', token: 'c', goOn: '/' }],
    [
      'the reply of an identity provider',
      '/login?code=a&state=b&iss=https%3A%2F%2Fidp.example&session_state=c',
      { kind: 'reply', goOn: '/login' },
    ],
    ['its refusal', '/login?error=access_denied&state=b', { kind: 'reply', goOn: '/login' }],
    ['half of one', '/?code=a', { kind: 'nothing' }],
    ['a token on another host', '//elsewhere.example/?token=abc', { kind: 'token', token: 'abc', goOn: '/' }],
  ]
  test.each(arrivals)('%s', (_, address, expected) => {
    expect(arrivalOf(address)).toEqual(expected)
  })
})
