import type { Locale } from '#vocabulary/locale.ts'
import type { OperatorRole } from './operator-role.ts'

/** The signed-in user, as far as screens need it. */
export type SignedInUser = {
  name: string
  email: string
  readonly: boolean
  mustChangePassword: boolean
  /** The user sees the contracts of a company. */
  isCompany: boolean
  /** The user's companies have so many contracts that lists may use the compact density. */
  hasManyContracts: boolean
}

/** The density of pages: roomy, or compact like the tables of users who work with many rows. */
export type Density = 'roomy' | 'compact'

/** The reason why a separate error page replaces the requested one. */
export type Problem = { status: 401 | 403 | 404 | 500 | 503 | 504 | 505; code: string; requestId: string }

/**
 * The reason why no call is answered: there is no connection, or the portal is under maintenance, with start and end as
 * far as the retailer has announced them.
 */
export type Outage = { kind: 'offline' } | { kind: 'maintenance'; start: string | null; end: string | null }
/**
 * A form that was posted without JavaScript and is shown again: with its values as typed, and the invalid fields or the
 * outcome.
 */
export type PostedForm = {
  form: string
  values: Partial<Record<string, string[]>>
  problems: readonly string[]
  outcome?: string
}

/**
 * The data sent with every page, so that no screen waits for start-up calls: language, settings, flags, the signed-in
 * user, and the server time as an ISO instant, so that server and browser render the same first view.
 */
export type Boot<Settings = unknown> = {
  locale: Locale
  offeredLocales: Locale[]
  settings: Settings
  flags: Record<string, boolean>
  /** The retailer's HTML for places that pages share. The retailer domain defines its shape. */
  blocks: readonly unknown[]
  density: Density
  signedIn: SignedInUser | null
  /** The session that the browser still assumes has ended. */
  sessionEnded: boolean
  /** A call waits for the user to re-authenticate. */
  asksReauthentication?: boolean
  /** The outage that keeps every call from being answered at present. The page stays and waits for its end. */
  outage?: Outage
  problem: Problem | null
  /**
   * The cookie purposes that the visitor has accepted or declined; null until they decide, absent where no consent is
   * requested.
   */
  cookies?: Record<string, boolean> | null
  /** The third-party scripts that this page's content security policy allows; absent where no widget is shown. */
  widgets?: readonly string[]
  /** The card providers that this page's content security policy allows; absent where no payment is possible. */
  cardPlatforms?: readonly string[]
  /** The retailer's identity provider is configured, so that its sign-in button works. */
  hasIdentityProvider?: boolean
  /**
   * An upstream server holds contracts and invoices. It answers the specified calls and none of the portal's own ones.
   */
  hasUpstream?: boolean
  /** The roles of the signed-in operator; absent for customers. */
  roles?: readonly OperatorRole[]
  /** Lists have all their rows in the page from the server, as its address asks for. */
  showsAllRows?: true
  /** A form posted without JavaScript that this page answers. */
  posted?: PostedForm
  now: string
}

/** The query parameter that asks for all rows of a list in the page from the server, with its value. */
export const allRowsQuery = ['rows', 'all'] as const

/** Returns the call versions that the settings allow the portal; undefined where the settings name none. */
export function allowedVersions({ settings }: Pick<Boot, 'settings'>): readonly number[] | undefined {
  return (settings as { api?: { versions?: readonly number[] } } | undefined)?.api?.versions
}
