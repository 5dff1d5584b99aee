import type { Locale } from './locale.ts'
import type { OperatorRole } from './operator-role.ts'

/** Who is signed in, as far as screens need to know. */
export type SignedIn = {
  name: string
  email: string
  readonly: boolean
  mustChangePassword: boolean
  /** They see the contracts of a company. */
  isCompany: boolean
  /** Their companies have so many contracts that lists may be set closer. */
  hasManyContracts: boolean
}

/** How close pages are set: with room, or as the tables of those who work with many things. */
export type Density = 'roomy' | 'compact'

/** Why a page of its own replaces what was asked for. */
export type Problem = { status: 401 | 403 | 404 | 500 | 503 | 504 | 505; code: string; requestId: string }

/** Why nothing is answered: there is no connection, or the retailer works on the portal, as far as they say from when to when. */
export type Outage = { kind: 'offline' } | { kind: 'maintenance'; start: string | null; end: string | null }
/** A form that was posted without script and is shown again: as it was typed, with the fields that are wrong or what became of it. */
export type PostedForm = {
  form: string
  values: Partial<Record<string, string[]>>
  problems: readonly string[]
  outcome?: string
}

/**
 * What arrives with every page, so that no screen waits for start-up calls: language, settings, flags, who is signed in,
 * and the time of the server as an ISO instant, by which both sides draw the same first picture.
 */
export type Boot<Settings = unknown> = {
  locale: Locale
  offeredLocales: Locale[]
  settings: Settings
  flags: Record<string, boolean>
  /** HTML of the retailer for places that pages share; the operator domain knows its shape. */
  blocks: readonly unknown[]
  density: Density
  signedIn: SignedIn | null
  /** A session that the browser still believes in is over. */
  sessionEnded: boolean
  /** A call waits for whoever sits there to prove who they are. */
  asksProof?: boolean
  /** What keeps every call from being answered at present; the page stands, and waits for its end. */
  outage?: Outage
  problem: Problem | null
  /** What the visitor lets be kept, by purpose; null until they have said it, absent where nobody asks. */
  cookies?: Record<string, boolean> | null
  /** The scripts of others that this page's policy lets in; absent where none has a place. */
  widgets?: readonly string[]
  /** The card providers that this page's policy lets in; absent where nobody can pay. */
  cardPlatforms?: readonly string[]
  /** The retailer's identity provider is known here, so that its way in leads somewhere. */
  hasIdentityProvider?: boolean
  /** Another server keeps contracts and invoices; it answers the specified calls and nothing that is ours alone. */
  hasUpstream?: boolean
  /** What the operator who is signed in may do; of customers nothing is said. */
  roles?: readonly OperatorRole[]
  /** A form without script that this page answers. */
  posted?: PostedForm
  now: string
}

/** The versions of calls that the settings allow the portal; undefined where they say nothing. */
export function allowedVersions({ settings }: Pick<Boot, 'settings'>): readonly number[] | undefined {
  return (settings as { api?: { versions?: readonly number[] } } | undefined)?.api?.versions
}
