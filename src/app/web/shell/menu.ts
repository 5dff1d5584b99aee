import { contractsPath } from '#domains/operator/settings/first-pages.ts'
import type { CustomerSettings } from '#domains/operator/settings/join.ts'
import { changePasswordAddress } from '#domains/session/web/change-password-address.ts'
import type { Boot } from '#kit/boot.ts'
import type { Protection } from '#kit/web/page.ts'

/** An entry of the menu: its name, which its words and its icon go by, and where it leads. */
export type MenuEntry = { name: EntryName; href: string }

export type EntryName = (typeof rows)[number]['name']

export type Menu = {
  /** In order; the first of them also stand in the bar of a telephone. */
  places: MenuEntry[]
  newCustomer: MenuEntry[]
  /** What helps to choose: comparators, the calculator of power, alerts on prices. */
  prices: MenuEntry[]
  account: MenuEntry[]
}

/** Somebody signed in; an anonymous visitor where one signs in, signs up or recovers a password; or elsewhere. */
export type MenuState = 'private' | 'public' | 'unprotected'

type Row = {
  name: string
  group: keyof Menu
  states: readonly MenuState[]
  /** Where it leads, in key form or to another site; null when the settings do not offer it. */
  href: (settings: CustomerSettings, state: MenuState) => string | null
}

const anywhere = ['private', 'public', 'unprotected'] as const

const rows = [
  {
    name: 'home',
    group: 'places',
    states: anywhere,
    href: ({ home }) => (home.type === 'tabGroups' || home.type === 'overview' ? '/' : null),
  },
  { name: 'contracts', group: 'places', states: ['private'], href: ({ features }) => contractsPath(features) },
  {
    name: 'consumption',
    group: 'places',
    states: ['private'],
    href: ({ features }) => `${contractsPath(features)}?action=consumption`,
  },
  { name: 'invoices', group: 'places', states: ['private'], href: () => '/invoices' },
  // One page asks what it is about and goes on to requests, claims and the contact form.
  { name: 'help', group: 'places', states: ['private'], href: () => '/help' },
  {
    name: 'contact',
    group: 'places',
    states: ['public', 'unprotected'],
    href: ({ features }) => (features.unsignedContact ? '/contact' : null),
  },
  { name: 'login', group: 'places', states: ['public', 'unprotected'], href: () => '/login' },
  {
    name: 'register',
    group: 'places',
    states: ['public'],
    href: ({ features }) => (features.signup ? '/register' : null),
  },
  {
    name: 'comparator',
    group: 'prices',
    states: anywhere,
    href: ({ comparator }) => (comparator.enabled ? '/comparator' : null),
  },
  {
    name: 'gasComparator',
    group: 'prices',
    states: anywhere,
    href: ({ comparator, features }) =>
      comparator.enabled && features.displayTypes.includes('gas') ? '/gas-comparator' : null,
  },
  {
    name: 'calculator',
    group: 'prices',
    states: anywhere,
    href: ({ powerCalculator }) => (powerCalculator.enabled ? '/power' : null),
  },
  {
    name: 'priceAlerts',
    group: 'prices',
    states: anywhere,
    href: ({ priceAlerts }, state) =>
      priceAlerts.enabled && (state === 'private' || !priceAlerts.authenticate) ? '/omipComponent' : null,
  },
  {
    name: 'newElectricity',
    group: 'newCustomer',
    states: anywhere,
    href: newCustomerPath('electricity'),
  },
  { name: 'newGas', group: 'newCustomer', states: anywhere, href: newCustomerPath('gas') },
  { name: 'newDual', group: 'newCustomer', states: anywhere, href: newCustomerPath('dual') },
  { name: 'profile', group: 'account', states: ['private'], href: () => '/profile' },
  {
    name: 'newsletter',
    group: 'account',
    states: ['private'],
    // Where only signed links open the page, the profile has one.
    href: ({ newsletter }) => (newsletter.enabled && !newsletter.jwtParamsRequired ? '/newsletter' : null),
  },
  {
    name: 'changePassword',
    group: 'account',
    states: ['private'],
    href: ({ features, oidc }) => changePasswordAddress({ features, oidc }),
  },
] as const satisfies readonly Row[]

/**
 * The menu for whoever looks at a page. An entry stands in it where the settings offer it and its page exists, or where it
 * leads to another site.
 */
export function menuOf(
  { signedIn, settings }: Pick<Boot, 'signedIn' | 'settings'>,
  { protection, hasPage }: { protection: Protection; hasPage: (address: string) => boolean },
): Menu {
  const state = signedIn ? 'private' : protection === 'public' ? 'public' : 'unprotected'
  const menu: Menu = { places: [], newCustomer: [], prices: [], account: [] }
  for (const { name, group, states, href } of rows as readonly (Row & { name: EntryName })[]) {
    const leadsTo = states.includes(state) ? href(settings as CustomerSettings, state) : null
    if (leadsTo && (/^https?:/.test(leadsTo) || hasPage(leadsTo))) menu[group].push({ name, href: leadsTo })
  }
  return menu
}

/** How many entries have a place in the bar of a telephone; what follows them is help. */
export const placesInBar = 4

/** The entries in the bar of a telephone: the first places and, where visitors leave room, the first thing that helps to choose. */
export function barOf({ places, prices }: Menu): MenuEntry[] {
  return [...places, ...prices.slice(0, 1)].slice(0, placesInBar)
}

/** Which of the entries the visitor is at; `action` is that of the query, by which consumption differs from contracts. */
export function presentEntry(
  entries: readonly MenuEntry[],
  { pathname, action }: { pathname: string; action?: string },
): EntryName | undefined {
  const found = entries.filter(({ href }) => {
    const [path, query] = href.split('?')
    const isThere = path === '/' ? pathname === '/' : isWithin(pathname, path!)
    return isThere && (!query || query === `action=${action}`)
  })
  return found.at(-1)?.name
}

// Both lists of contracts and every contract are under the same entry, and so is whatever the page of help leads to.
function isWithin(pathname: string, path: string): boolean {
  const tops = path === '/help' ? helpPaths : [path.startsWith('/contracts/') ? '/contracts' : path]
  return tops.some((top) => pathname === top || pathname.startsWith(`${top}/`))
}

const helpPaths = ['/help', '/requests', '/claims', '/contact', '/customer-service']

function newCustomerPath(kind: 'electricity' | 'gas' | 'dual') {
  return ({ contractation }: CustomerSettings, state: MenuState): string | null => {
    const isOpen = state === 'private' || !contractation.authenticate
    return contractation[kind].enabled && isOpen ? `/new-${kind}-customer` : null
  }
}
