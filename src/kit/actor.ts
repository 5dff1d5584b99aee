import type { Locale } from '#vocabulary/locale.ts'
import type { Access } from './call.ts'
import type { OperatorRole } from './operator-role.ts'

/** An actor without a session. `sessionEnded` is true when the request carried a token that is no longer valid. */
export type AnonymousActor = { kind: 'anonymous'; readonly: false; sessionEnded: boolean; locale: Locale }

/**
 * A signed-in customer. `customerIds` are the holders whose contracts they may see; every query of theirs is limited to
 * them.
 */
export type CustomerActor = {
  kind: 'customer'
  userId: number
  /** For a program, the name of its access token. */
  sessionId: string
  customerIds: number[]
  readonly: boolean
  /** The operator who impersonates this customer in a read-only session. */
  impersonatorId?: number
  locale: Locale
  /** When the user last authenticated. */
  authenticatedAt: Date
  hasSecondFactor: boolean
  /** Whether documents are drawn for them in large letters. */
  hasLargePrint?: boolean
  /** The only data that a program may read on behalf of a user. Undefined for a user who signed in. */
  scopes?: readonly string[]
  /** The password was set by another person and must be changed before anything else is shown. */
  mustChangePassword: boolean
}

/**
 * An operator of the retailer, signed in through the separate operator sign-in, which always requires a second factor.
 */
export type OperatorActor = {
  kind: 'operator'
  userId: number
  sessionId: string
  readonly: false
  locale: Locale
  authenticatedAt: Date
  hasSecondFactor: true
  /** The operator's current roles, read for each request. */
  roles: readonly OperatorRole[]
}

/** An actor of the customer portal. An operator counts as anonymous there. */
export type Actor = AnonymousActor | CustomerActor

/** An actor of the portal or of the back office. */
export type AnyActor = Actor | OperatorActor

/** The actor that a call with this access is served for. */
export type ActorFor<A extends Access> = { anyone: Actor; customer: CustomerActor; operator: OperatorActor }[A]
