import { defaultContractsPath } from '#domains/retailer/settings/first-pages.ts'
import type { PublicSettings } from '#domains/retailer/settings.ts'
import type { Boot } from '#kit/boot.ts'
import { type Page, passwordSettings } from '#kit/web/page.ts'
import { parsePortalAddress, queryOf, withQuery } from '../../kit/portal-address.ts'
import { fillAddress, withoutCredentials } from './portal-address.ts'

/** The page is shown, the visit is redirected, or the retailer has no such page. */
export type NavigationDecision = { kind: 'show' } | { kind: 'redirect'; address: string } | { kind: 'notFound' }

type NavigationTarget = {
  page: Pick<Page, 'path' | 'protection' | 'privateWhen' | 'requiredSettings' | 'openByLink'>
  boot: Pick<Boot, 'flags' | 'problem' | 'settings' | 'hasUpstream'> & {
    signedIn: Pick<NonNullable<Boot['signedIn']>, 'readonly' | 'mustChangePassword'> | null
  }
  /** Path and query of the request, without base path, in any language. */
  address: string
}

/**
 * Decides what happens to a visit to a page: an anonymous visitor of a private page is redirected to the sign-in page,
 * a signed-in user of a public page to their destination, and a user who must change their password there first.
 * Returned addresses are without base path. The only authority for redirects, together with `credentialsIn`.
 */
export function decideNavigation({ page, boot, address }: NavigationTarget): NavigationDecision {
  const settings = boot.settings as PublicSettings
  if (boot.problem) return show
  if (!isOffered(page, boot, address)) return { kind: 'notFound' }
  if (!boot.signedIn) return isPrivate(page, boot) ? goTo(loginFor(address)) : redirectHomeOr(show, page, settings)

  const isPublic = page.protection === 'public'
  // A read-only user has no password to change, nor has a user with only single sign-on.
  const mayChange = !boot.signedIn.readonly && isAnyEnabled(boot, passwordSettings)
  const homepage = { ...settings, hasUpstream: boot.hasUpstream }
  if (boot.signedIn.mustChangePassword && mayChange && page.path !== '/change-password')
    return goTo(withReturn('/change-password', isPublic ? destinationAfterLogIn(address, homepage) : address))
  if (isPublic) return goTo(destinationAfterLogIn(address, homepage))
  return redirectContractsOr(redirectHomeOr(show, page, settings), page, settings, address)
}

/**
 * Returns the destination after sign-in or a password change: the redirectPath of the URL, with the values of
 * pathParams and the rest of the query, or the homepage of the settings.
 */
export function destinationAfterLogIn(address: string, settings: HomepageSettings): string {
  const { redirectPath, pathParams, failed: _, step: __, ...others } = Object.fromEntries(queryOf(address))
  const returnAddress = fillAddress(redirectPath, pathParams)
  return withoutCredentials(returnAddress ? withQuery(returnAddress, Object.entries(others)) : homepageOf(settings))
}

/** The credentials in the URL of a visit. `cleanAddress` is the same URL without them. */
export type AddressCredentials =
  | { kind: 'none' }
  | { kind: 'token'; token: string; cleanAddress: string }
  | { kind: 'client'; clientId: string; secret: string; cleanAddress: string }
  | { kind: 'providerReply'; cleanAddress: string }

/**
 * Returns the credentials in a URL: a token, the id and secret of a client, or the reply of an identity provider, with
 * code or error and with state. The first one present counts.
 */
export function credentialsIn(address: string): AddressCredentials {
  const query = queryOf(address)
  const cleanAddress = withoutCredentials(address)
  if (query.has('token')) return { kind: 'token', token: query.get('token')!, cleanAddress }
  if (query.has('id_client') || query.has('secret'))
    return { kind: 'client', clientId: query.get('id_client') ?? '', secret: query.get('secret') ?? '', cleanAddress }
  if ((query.has('code') || query.has('error')) && query.has('state')) return { kind: 'providerReply', cleanAddress }
  return { kind: 'none' }
}

const show: NavigationDecision = { kind: 'show' }
const goTo = (address: string): NavigationDecision => ({ kind: 'redirect', address })

// A mailed link opens its page even if sign-up is off, as new customers need it to sign their contract.
function isOffered(
  { requiredSettings = [], openByLink = [] }: NavigationTarget['page'],
  boot: NavigationTarget['boot'],
  address: string,
): boolean {
  if (requiredSettings.every((alternatives) => isAnyEnabled(boot, [alternatives].flat()))) return true
  return openByLink.some((name) => queryOf(address).has(name))
}

function isPrivate({ protection, privateWhen }: NavigationTarget['page'], boot: NavigationTarget['boot']): boolean {
  return protection === 'private' || (privateWhen !== undefined && isEnabled(boot, privateWhen))
}

// Paths without a contract type redirect to electricity, even if the retailer only shows gas.
function redirectContractsOr(
  otherwise: NavigationDecision,
  { path }: NavigationTarget['page'],
  { features }: PublicSettings,
  address: string,
): NavigationDecision {
  const isHidden = path === '/contracts/electricity' && !features.displayTypes.includes('electricity')
  return isHidden ? goTo(withQuery(defaultContractsPath(features), queryOf(address))) : otherwise
}

// If the root has no page of its own, it redirects to the invoices.
function redirectHomeOr(
  otherwise: NavigationDecision,
  { path }: NavigationTarget['page'],
  { home }: PublicSettings,
): NavigationDecision {
  return path === '/' && home.type !== 'overview' && home.type !== 'tabGroups' ? goTo('/invoices') : otherwise
}

type HomepageSettings = Pick<PublicSettings, 'homepage' | 'features' | 'featureFlags'> & {
  /** The upstream server answers the specified calls, and has no page of requests. */
  hasUpstream?: boolean | undefined
}

function homepageOf({ homepage, features, featureFlags, hasUpstream }: HomepageSettings): string {
  switch (homepage) {
    case 'home':
      return '/'
    case 'contracts':
      return defaultContractsPath(features)
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

// The path becomes redirectPath and its query becomes pathParams, as in the specification.
function withReturn(page: string, address: string): string {
  const own = parsePortalAddress(withoutCredentials(address)) ?? '/'
  const [path, ...query] = own.split('#')[0]!.split('?')
  const parameters = Object.fromEntries(new URLSearchParams(query.join('?')))
  const back: [string, string][] = [['redirectPath', path!]]
  if (Object.keys(parameters).length) back.push(['pathParams', JSON.stringify(parameters)])
  return withQuery(page, back)
}

function isAnyEnabled(boot: NavigationTarget['boot'], names: readonly string[]): boolean {
  return names.some((name) => (name.startsWith('!') ? !isEnabled(boot, name.slice(1)) : isEnabled(boot, name)))
}

/**
 * Checks whether a flag, or a setting by its path, is on. Before sign-in those of customers are unknown and count as
 * on.
 */
function isEnabled({ flags, settings, signedIn, hasUpstream }: NavigationTarget['boot'], name: string): boolean {
  if (name === 'upstream') return hasUpstream === true
  if (name in flags) return flags[name] === true
  const value = name.split('.').reduce<unknown>(readSettingPart, settings)
  return value === true || (value === undefined && !signedIn)
}

// The members of a list are on, all others are off: `features.displayTypes.gas`.
function readSettingPart(group: unknown, part: string): unknown {
  return Array.isArray(group) ? group.includes(part) : (group as Record<string, unknown> | undefined)?.[part]
}
