import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { Protection } from '#kit/web/page.ts'
import { bottomBarEntries, type MenuState, menuOf, type PortalMenu, presentEntry } from './menu.ts'

const everyPage = [
  '/',
  '/contracts/electricity',
  '/contracts/gas',
  '/invoices',
  '/help',
  '/contact',
  '/login',
  '/register',
  '/comparator',
  '/gas-comparator',
  '/power',
  '/new-electricity-customer',
  '/new-gas-customer',
  '/new-dual-customer',
  '/profile',
  '/newsletter',
  '/change-password',
]

const protections: Record<MenuState, Protection> = {
  private: 'private',
  public: 'public',
  unprotected: 'unprotected',
}

function menu({
  state = 'private' as MenuState,
  settings = {},
  paths = everyPage,
}: {
  state?: MenuState
  settings?: Partial<Settings>
  paths?: readonly string[]
}): PortalMenu {
  const signedIn =
    state === 'private'
      ? {
          name: 'Anna',
          email: 'a@b.example',
          readonly: false,
          mustChangePassword: false,
          isCompany: false,
          hasManyContracts: false,
        }
      : null
  return menuOf(
    { signedIn, settings: { ...defaultSettings, ...settings } },
    { protection: protections[state], hasPage: (address) => paths.includes(address.split('?')[0]!) },
  )
}

function names(entries: PortalMenu['places']): string {
  return entries.map(({ name }) => name).join(' ')
}

const { features, contractation } = defaultSettings

describe('the main entries of the menu', () => {
  const cases: [reason: string, given: Parameters<typeof menu>[0], places: string][] = [
    ['somebody signed in sees what is theirs', {}, 'home contracts consumption invoices help'],
    ['an anonymous visitor signs in', { state: 'unprotected' }, 'home contact login'],
    ['where one signs in one may also sign up', { state: 'public' }, 'home contact login register'],
    [
      'the grid of actions greets anonymous visitors too',
      { state: 'unprotected', settings: { home: { type: 'tabGroups', hero: true } } },
      'home contact login',
    ],
    [
      'a first page that is only the way to the invoices is no place',
      { settings: { home: { type: 'dashboard', hero: false } }, paths: ['/', '/invoices'] },
      'invoices',
    ],
    ['a page that does not exist has no entry', { paths: ['/', '/invoices'] }, 'home invoices'],
    [
      'anonymous visitors write where the retailer lets them',
      { state: 'unprotected', settings: { features: { ...features, unsignedContact: false } } },
      'home login',
    ],
    [
      'what settings switch off is gone',
      {
        settings: {
          comparator: { ...defaultSettings.comparator, enabled: false },
          powerCalculator: { ...defaultSettings.powerCalculator, enabled: false },
        },
      },
      'home contracts consumption invoices help',
    ],
  ]

  test.each(cases)('%s', (_, given, places) => {
    expect(names(menu(given).places)).toBe(places)
  })

  test('contracts link to gas if only gas is shown', () => {
    const { places } = menu({ settings: { features: { ...features, displayTypes: ['gas', 'multipoint'] } } })
    expect(places.find(({ name }) => name === 'contracts')?.href).toBe('/contracts/gas')
    expect(places.find(({ name }) => name === 'consumption')?.href).toBe('/contracts/gas?action=consumption')
  })
})

describe('new contracts, tools and the account', () => {
  const cases: [
    reason: string,
    given: Parameters<typeof menu>[0],
    group: 'newCustomer' | 'prices' | 'account',
    entries: string,
  ][] = [
    ['every kind that can be taken out', {}, 'newCustomer', 'newElectricity newGas newDual'],
    [
      'a kind that is switched off is gone',
      { settings: { contractation: { ...contractation, dual: { enabled: false } } } },
      'newCustomer',
      'newElectricity newGas',
    ],
    [
      'contracting for customers only is not offered to others',
      { state: 'unprotected', settings: { contractation: { ...contractation, authenticate: true } } },
      'newCustomer',
      '',
    ],
    [
      'but to customers',
      { settings: { contractation: { ...contractation, authenticate: true } } },
      'newCustomer',
      'newElectricity newGas newDual',
    ],
    ['what helps to choose, for customers', {}, 'prices', 'comparator gasComparator calculator'],
    ['and for visitors', { state: 'unprotected' }, 'prices', 'comparator gasComparator calculator'],
    ['price alerts are for customers', { paths: ['/omipComponent'] }, 'prices', 'priceAlerts'],
    ['and for nobody else', { state: 'unprotected', paths: ['/omipComponent'] }, 'prices', ''],
    [
      'unless a setting opens them',
      {
        state: 'unprotected',
        settings: { priceAlerts: { enabled: true, authenticate: false } },
        paths: ['/omipComponent'],
      },
      'prices',
      'priceAlerts',
    ],
    [
      'without gas there is nothing to compare for it',
      {
        settings: { features: { ...features, displayTypes: ['electricity'] } },
        paths: ['/comparator', '/gas-comparator'],
      },
      'prices',
      'comparator',
    ],
    ['what is kept of a customer', {}, 'account', 'profile newsletter changePassword'],
    [
      'the newsletters are in the profile where only a signed link opens them',
      { settings: { newsletter: { ...defaultSettings.newsletter, jwtParamsRequired: true } } },
      'account',
      'profile changePassword',
    ],
    ['an anonymous visitor has no account', { state: 'public' }, 'account', ''],
    [
      'with single sign-on and no page for it a password cannot be changed',
      { settings: { features: { ...features, oidc: true } } },
      'account',
      'profile newsletter',
    ],
  ]

  test.each(cases)('%s', (_, given, group, entries) => {
    expect(names(menu(given)[group])).toBe(entries)
  })

  test('with single sign-on the password is changed at the identity provider, whether or not the page exists', () => {
    const settings = {
      features: { ...features, oidc: true },
      oidc: { allowDefaultLogin: false, changePasswordUrl: 'https://id.example/password' },
    }
    expect(menu({ settings, paths: [] }).account).toEqual([
      { name: 'changePassword', href: 'https://id.example/password' },
    ])
  })
})

describe('the bottom bar of a phone', () => {
  const cases: [reason: string, given: Parameters<typeof menu>[0], bar: string][] = [
    ['a customer has four places of theirs', {}, 'home contracts consumption invoices'],
    ['a visitor has the comparator beside them', { state: 'unprotected' }, 'home contact login comparator'],
    ['and where one may sign up, that too', { state: 'public' }, 'home contact login register'],
  ]
  test.each(cases)('%s', (_, given, bar) => {
    expect(names(bottomBarEntries(menu(given)))).toBe(bar)
  })
})

describe('the current entry', () => {
  const cases: [reason: string, location: { pathname: string; action?: string }, name: string | undefined][] = [
    ['the start page', { pathname: '/' }, 'home'],
    ['a list of contracts', { pathname: '/contracts/electricity' }, 'contracts'],
    ['the list of the other energy', { pathname: '/contracts/gas' }, 'contracts'],
    ['one contract', { pathname: '/contracts/gas/0048214' }, 'contracts'],
    [
      'contracts on the way to consumption',
      { pathname: '/contracts/electricity', action: 'consumption' },
      'consumption',
    ],
    ['contracts on the way to another action', { pathname: '/contracts/electricity', action: 'download' }, 'contracts'],
    ['the invoices with any action', { pathname: '/invoices', action: 'payOnline' }, 'invoices'],
    ['a page below another', { pathname: '/invoices/17' }, 'invoices'],
    ['a request', { pathname: '/requests/17' }, 'help'],
    ['the customer care form', { pathname: '/customer-service' }, 'help'],
    ['a page whose path only begins the same', { pathname: '/powerful' }, undefined],
    ['a page that is not in the menu', { pathname: '/version' }, undefined],
  ]

  test.each(cases)('%s', (_, location, name) => {
    expect(presentEntry(menu({}).places, location)).toBe(name)
  })
})
