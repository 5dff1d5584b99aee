import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { Boot } from '../boot.ts'
import type { AllowedOperators } from '../operator-role.ts'
import type { Send } from './send.ts'

/** `private` needs a session, `public` is for those without one, `unprotected` for everybody. */
export type Protection = 'private' | 'public' | 'unprotected'

/** The languages that have paths of their own; the others use the English ones. */
export type PathLocale = 'ca' | 'es' | 'en'

export type Search = Record<string, string | undefined>

/**
 * What a screen's `load` works with, before the screen is drawn: the key of the page and what its address says. `prefetch`
 * fills the cache that the screen reads from.
 */
export type LoadContext = {
  path: Page['path']
  send: Send
  boot: Boot
  params: Record<string, string>
  search: Search
  prefetch: <Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) => Promise<Data>
  /** Shows another page in its stead, by its address in key form: where there is nothing to choose, say. */
  goTo: (address: string) => never
}

/**
 * A screen: its key (also the English path, parameters as `$name`), its Catalan and Spanish paths, who may see it, which
 * texts it needs and which component draws it.
 */
export type Page = {
  path: `/${string}`
  paths: { ca: `/${string}`; es: `/${string}` }
  /** Whether calls hand its key out as an address, so that it tells nothing of the visitor's language. */
  isHandedOut?: boolean
  protection: Protection
  /** A setting by its path: where it is on, the page is private whatever its protection. */
  privateWhen?: string
  /**
   * Settings by their path, and feature flags, that must all be on, of a list within at least one, or there is no such page;
   * `!` before the name means off. `upstream` is on in front of another server, which has nothing that is ours alone.
   */
  needs?: readonly (string | readonly string[])[]
  /** The names in its query with which a mailed link leads there, whether or not it needs something that is off. */
  openByLink?: readonly string[]
  /** Of a page of operators, which of them it is for; to the others it says so. */
  roles?: AllowedOperators
  /** Whether the page stands in the frame with menu and header, or alone. */
  frame: 'office' | 'alone'
  texts: readonly string[]
  /** The text of the window's title, with its namespace: `invoices.title`. */
  title: `${string}.${string}`
  /** Keeps from the query what the page understands. */
  search?: readonly string[]
  /** Where visitors are taken, in key form, when what the address names is not there; else they read that it is not. */
  instead?: `/${string}`
  /**
   * Domain and file of the component: `invoices/invoices-screen` is InvoicesScreen in domains/invoices/web. What the screen
   * shows first is fetched by the file's own `load`, where it has one.
   */
  screen: `${string}/${string}-screen`
}

/** A page as a value. */
export function page<const P extends Page>(definition: P): P {
  return definition
}

/** One of these holds where accounts have passwords: with single sign-on alone there is none to choose or to change. */
export const passwordsTaken = ['!features.oidc', 'oidc.allowDefaultLogin'] as const
