import { defaultContractsPath } from '#domains/retailer/settings/first-pages.ts'
import type { CustomerSettings } from '#domains/retailer/settings/join-settings.ts'
import { changePasswordAddress } from '#domains/session/web/password/change-password-address.ts'
import type { Boot } from '#kit/boot.ts'
import type { Protection } from '#kit/web/page.ts'

/** A menu entry: its name, which determines its text and icon, and its target. */
export type MenuEntry = { name: EntryName; href: string }

export type EntryName = (typeof menuRows)[number]['name']

export type PortalMenu = {
  /** In order; the first of them are also in the bottom bar of a phone. */
  places: MenuEntry[]
  newCustomer: MenuEntry[]
  /** Tools: comparators, the power calculator, price alerts. */
  prices: MenuEntry[]
  account: MenuEntry[]
}

/**
 * The visitor's state: signed in; anonymous on a page of sign-in, sign-up or password recovery; or anonymous elsewhere.
 */
export type MenuState = 'private' | 'public' | 'unprotected'

type MenuRow = {
  name: string
  group: keyof PortalMenu
  states: readonly MenuState[]
  /** The target, in key form or on another site; null if the settings do not enable it. */
  href: (settings: CustomerSettings, state: MenuState) => string | null
}

const anywhere = ['private', 'public', 'unprotected'] as const

const menuRows = [
  {
    name: 'home',
    group: 'places',
    states: anywhere,
    href: ({ home }) => (home.type === 'tabGroups' || home.type === 'overview' ? '/' : null),
  },
  { name: 'contracts', group: 'places', states: ['private'], href: ({ features }) => defaultContractsPath(features) },
  {
    name: 'consumption',
    group: 'places',
    states: ['private'],
    href: ({ features }) => `${defaultContractsPath(features)}?action=consumption`,
  },
  { name: 'invoices', group: 'places', states: ['private'], href: () => '/invoices' },
  // A single page asks for the subject and continues to requests, claims and the contact form.
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
    // If only signed links open the page, the profile contains one.
    href: ({ newsletter }) => (newsletter.enabled && !newsletter.jwtParamsRequired ? '/newsletter' : null),
  },
  {
    name: 'changePassword',
    group: 'account',
    states: ['private'],
    href: ({ features, oidc }) => changePasswordAddress({ features, oidc }),
  },
] as const satisfies readonly MenuRow[]

/**
 * Returns the menu for a visitor. An entry is included if the settings enable it and its page exists, or if it leads to
 * another site.
 */
export function menuOf(
  { signedIn, settings }: Pick<Boot, 'signedIn' | 'settings'>,
  { protection, hasPage }: { protection: Protection; hasPage: (address: string) => boolean },
): PortalMenu {
  const state = signedIn ? 'private' : protection === 'public' ? 'public' : 'unprotected'
  const menu: PortalMenu = { places: [], newCustomer: [], prices: [], account: [] }
  for (const { name, group, states, href } of menuRows as readonly (MenuRow & { name: EntryName })[]) {
    const leadsTo = states.includes(state) ? href(settings as CustomerSettings, state) : null
    if (leadsTo && (/^https?:/.test(leadsTo) || hasPage(leadsTo))) menu[group].push({ name, href: leadsTo })
  }
  return menu
}

/** How many entries fit in the bottom bar of a phone; help follows them. */
export const maxBarEntries = 4

/**
 * Returns the entries of the bottom bar of a phone: the first main entries and, where visitors have room, the first
 * tool.
 */
export function bottomBarEntries({ places, prices }: PortalMenu): MenuEntry[] {
  return [...places, ...prices.slice(0, 1)].slice(0, maxBarEntries)
}

/** Returns the current entry; `action` is that of the query, by which consumption differs from contracts. */
export function presentEntry(
  entries: readonly MenuEntry[],
  { pathname, action }: { pathname: string; action?: string },
): EntryName | undefined {
  const matches = entries.filter(({ href }) => {
    const [path, query] = href.split('?')
    const isThere = path === '/' ? pathname === '/' : isInSection(pathname, path!)
    return isThere && (!query || query === `action=${action}`)
  })
  return matches.at(-1)?.name
}

// Both lists of contracts and every contract belong to one entry, and so do all pages that the help page links.
function isInSection(pathname: string, path: string): boolean {
  const tops = path === '/help' ? helpPaths : [path.startsWith('/contracts/') ? '/contracts' : path]
  return tops.some((top) => pathname === top || pathname.startsWith(`${top}/`))
}

const helpPaths = ['/help', '/requests', '/claims', '/contact', '/customer-service', '/unrequested-switch']

function newCustomerPath(kind: 'electricity' | 'gas' | 'dual') {
  return ({ contractation }: CustomerSettings, state: MenuState): string | null => {
    const isOpen = state === 'private' || !contractation.authenticate
    return contractation[kind].enabled && isOpen ? `/new-${kind}-customer` : null
  }
}
