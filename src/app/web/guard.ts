import { contractsPath } from '#domains/operator/settings/first-pages.ts'
import type { PublicSettings } from '#domains/operator/settings.ts'
import type { Boot } from '#kit/boot.ts'
import { type Page, passwordsTaken } from '#kit/web/page.ts'
import { filledAddress, ownAddress, queryOf, withoutEntry, withQuery } from './own-address.ts'

/** The page is shown, somebody goes elsewhere, or there is no such page at this retailer's. */
export type Decision = { kind: 'show' } | { kind: 'goTo'; address: string } | { kind: 'notFound' }

type Visit = {
  page: Pick<Page, 'path' | 'protection' | 'privateWhen' | 'needs' | 'openByLink'>
  boot: Pick<Boot, 'flags' | 'problem' | 'settings' | 'hasUpstream'> & {
    signedIn: Pick<NonNullable<Boot['signedIn']>, 'readonly' | 'mustChangePassword'> | null
  }
  /** Path and query of what was asked for, without base path, in any language. */
  address: string
}

/**
 * What becomes of a visit to a page: an anonymous visitor of a private page goes to the log-in, somebody signed in from a
 * public page to where they were going, and whoever must change their password there first. Addresses are answered without
 * base path. The only authority for redirects, together with `arrivalOf`.
 */
export function decide({ page, boot, address }: Visit): Decision {
  const settings = boot.settings as PublicSettings
  if (boot.problem) return show
  if (!isOffered(page, boot, address)) return { kind: 'notFound' }
  if (!boot.signedIn) return isPrivate(page, boot) ? goTo(loginFor(address)) : homeOr(show, page, settings)

  const isPublic = page.protection === 'public'
  // Who only looks at the account of somebody else has no password to change, nor has anybody with single sign-on alone.
  const mayChange = !boot.signedIn.readonly && isOneOn(boot, passwordsTaken)
  const homepage = { ...settings, hasUpstream: boot.hasUpstream }
  if (boot.signedIn.mustChangePassword && mayChange && page.path !== '/change-password')
    return goTo(withReturn('/change-password', isPublic ? destination(address, homepage) : address))
  if (isPublic) return goTo(destination(address, homepage))
  return shownContractsOr(homeOr(show, page, settings), page, settings, address)
}

/**
 * Where somebody goes from the log-in or the change of the password: to the redirectPath of its address, with the values
 * of pathParams and whatever else stands in the query, else to the homepage of the settings.
 */
export function destination(address: string, settings: HomepageSettings): string {
  const { redirectPath, pathParams, failed: _, step: __, ...others } = Object.fromEntries(queryOf(address))
  const asked = filledAddress(redirectPath, pathParams)
  return withoutEntry(asked ? withQuery(asked, Object.entries(others)) : homepageOf(settings))
}

/** What a visit brings in its address to be let in with. `goOn` is the same address without it. */
export type Arrival =
  | { kind: 'nothing' }
  | { kind: 'token'; token: string; goOn: string }
  | { kind: 'client'; clientId: string; secret: string; goOn: string }
  | { kind: 'reply'; goOn: string }

/**
 * What a visit brings: a token, the id and secret of a client, or the reply of an identity provider, with code or error and
 * with state. The first that is there counts.
 */
export function arrivalOf(address: string): Arrival {
  const query = queryOf(address)
  const goOn = withoutEntry(address)
  if (query.has('token')) return { kind: 'token', token: query.get('token')!, goOn }
  if (query.has('id_client') || query.has('secret'))
    return { kind: 'client', clientId: query.get('id_client') ?? '', secret: query.get('secret') ?? '', goOn }
  if ((query.has('code') || query.has('error')) && query.has('state')) return { kind: 'reply', goOn }
  return { kind: 'nothing' }
}

const show: Decision = { kind: 'show' }
const goTo = (address: string): Decision => ({ kind: 'goTo', address })

// Whoever was mailed a link finds its page, as a new customer does who signs a contract where nobody else can sign up.
function isOffered({ needs = [], openByLink = [] }: Visit['page'], boot: Visit['boot'], address: string): boolean {
  if (needs.every((need) => isOneOn(boot, [need].flat()))) return true
  return openByLink.some((name) => queryOf(address).has(name))
}

function isPrivate({ protection, privateWhen }: Visit['page'], boot: Visit['boot']): boolean {
  return protection === 'private' || (privateWhen !== undefined && isOn(boot, privateWhen))
}

// Paths that name no kind of contract lead to electricity, also where the retailer shows gas alone.
function shownContractsOr(
  otherwise: Decision,
  { path }: Visit['page'],
  { features }: PublicSettings,
  address: string,
): Decision {
  const isHidden = path === '/contracts/electricity' && !features.displayTypes.includes('electricity')
  return isHidden ? goTo(withQuery(contractsPath(features), queryOf(address))) : otherwise
}

// Where the root is no page of its own, it leads to the invoices.
function homeOr(otherwise: Decision, { path }: Visit['page'], { home }: PublicSettings): Decision {
  return path === '/' && home.type !== 'overview' && home.type !== 'tabGroups' ? goTo('/invoices') : otherwise
}

type HomepageSettings = Pick<PublicSettings, 'homepage' | 'features' | 'featureFlags'> & {
  /** Another server answers the specified calls, and has no page of requests. */
  hasUpstream?: boolean | undefined
}

function homepageOf({ homepage, features, featureFlags, hasUpstream }: HomepageSettings): string {
  switch (homepage) {
    case 'home':
      return '/'
    case 'contracts':
      return contractsPath(features)
    case 'profile':
      return '/profile'
    case 'requests':
      return featureFlags.crm.case && !hasUpstream ? '/requests' : '/invoices'
    case 'invoices':
      return '/invoices'
  }
}

function loginFor(address: string): string {
  return withReturn('/login', address)
}

// The path goes as redirectPath and its query beside it as pathParams, as the specification has it.
function withReturn(page: string, address: string): string {
  const own = ownAddress(withoutEntry(address)) ?? '/'
  const [path, ...query] = own.split('#')[0]!.split('?')
  const parameters = Object.fromEntries(new URLSearchParams(query.join('?')))
  const back: [string, string][] = [['redirectPath', path!]]
  if (Object.keys(parameters).length) back.push(['pathParams', JSON.stringify(parameters)])
  return withQuery(page, back)
}

function isOneOn(boot: Visit['boot'], names: readonly string[]): boolean {
  return names.some((name) => (name.startsWith('!') ? !isOn(boot, name.slice(1)) : isOn(boot, name)))
}

/** Whether a flag, or a setting by its path, is on. Before the log-in those of customers are not known, and may be. */
function isOn({ flags, settings, signedIn, hasUpstream }: Visit['boot'], name: string): boolean {
  if (name === 'upstream') return hasUpstream === true
  if (name in flags) return flags[name] === true
  const value = name.split('.').reduce<unknown>(within, settings)
  return value === true || (value === undefined && !signedIn)
}

// What a list names is on, and the rest is off: `features.displayTypes.gas`.
function within(group: unknown, part: string): unknown {
  return Array.isArray(group) ? group.includes(part) : (group as Record<string, unknown> | undefined)?.[part]
}
