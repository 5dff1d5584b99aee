import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { Boot } from '../boot.ts'
import type { AllowedOperators } from '../operator-role.ts'
import type { Send } from './send.ts'

/** `private` needs a session, `public` is for visitors without one, `unprotected` for everyone. */
export type Protection = 'private' | 'public' | 'unprotected'

/** The languages that have paths of their own; the others use the English ones. */
export type PathLocale = 'ca' | 'es' | 'en'

export type SearchParams = Record<string, string | undefined>

/**
 * The context of a screen's `load`, which runs before the screen renders: the key of the page and the parameters of its
 * address. `prefetch` fills the cache that the screen reads from.
 */
export type LoadContext = {
  path: Page['path']
  send: Send
  boot: Boot
  params: Record<string, string>
  search: SearchParams
  prefetch: <Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) => Promise<Data>
  /** Returns what the cache has under keys that begin with this one. */
  cached: <Data>(key: QueryKey) => Data[]
  /** Redirects to another page by its address in key form, e.g. where there is only one option. */
  goTo: (address: string) => never
}

/**
 * A screen: its key (also the English path, parameters as `$name`), its Catalan and Spanish paths, who may see it,
 * which texts it needs and which component renders it.
 */
export type Page = {
  path: `/${string}`
  paths: { ca: `/${string}`; es: `/${string}` }
  /** Whether calls return its key as an address, so that the address does not depend on the visitor's language. */
  isLanguageNeutral?: boolean
  protection: Protection
  /** The path of a setting: where it is on, the page is private whatever its protection. */
  privateWhen?: string
  /**
   * The paths of settings, and feature flags, that must all be on for the page to exist; of a nested list at least one.
   * `!` before the name means off. `upstream` is on in front of an upstream server, which has none of the portal's own
   * calls.
   */
  requiredSettings?: readonly (string | readonly string[])[]
  /** The query parameters with which a mailed link opens the page even where a required setting is off. */
  openByLink?: readonly string[]
  /** For an operator page, the roles that it is for; to other operators it shows that they lack the role. */
  roles?: AllowedOperators
  /** Whether the page is shown within the layout with menu and header, or standalone. */
  frame: 'app' | 'standalone'
  texts: readonly string[]
  /** The key of the window title, with its namespace: `invoices.title`. */
  title: `${string}.${string}`
  /** The query parameters that the page understands; others are dropped. */
  search?: readonly string[]
  /**
   * The address in key form to which visitors are redirected when the object in the address does not exist; without it
   * they see a not found page.
   */
  fallbackPath?: `/${string}`
  /**
   * Domain and file of the component: `invoices/invoices-screen` is InvoicesScreen in domains/invoices/web. The file's
   * `load`, where it has one, fetches the initial data.
   */
  screen: `${string}/${string}-screen`
}

/** Defines a page as a value, of nothing but the properties of pages. */
export function page<const P extends Page>(definition: P & { [Other in Exclude<keyof P, keyof Page>]: never }): P {
  return definition
}

/**
 * At least one of these is on where accounts have passwords: with single sign-on alone there is no password to set or
 * change.
 */
export const passwordSettings = ['!features.oidc', 'oidc.allowDefaultLogin'] as const
