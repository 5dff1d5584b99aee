import type { Access } from './call.ts'
import type { Locale } from './locale.ts'
import type { OperatorRole } from './operator-role.ts'

/** Nobody in particular; `sessionEnded` when a token came along that no longer opens anything. */
export type AnonymousActor = { kind: 'anonymous'; readonly: false; sessionEnded: boolean; locale: Locale }

/** Somebody signed in. `customerIds` are the holders whose contracts they may see; every query of theirs carries them. */
export type CustomerActor = {
  kind: 'customer'
  userId: number
  /** Of a program, what names its token. */
  sessionId: string
  customerIds: number[]
  readonly: boolean
  /** The operator who looks at the portal as this customer sees it, in a read-only session. */
  impersonatorId?: number
  locale: Locale
  /** When they last proved who they are. */
  authenticatedAt: Date
  hasSecondFactor: boolean
  /** What a program that reads in somebody's name may read, and nothing else; of somebody signed in it is not said. */
  scopes?: readonly string[]
  /** A password given by somebody else must be changed before anything else is shown. */
  mustChangePassword: boolean
}

/** Somebody of the retailer, signed in at the operator's own door, which always asks for a second factor. */
export type OperatorActor = {
  kind: 'operator'
  userId: number
  sessionId: string
  readonly: false
  locale: Locale
  authenticatedAt: Date
  hasSecondFactor: true
  /** What they may do, as it stands at this request. */
  roles: readonly OperatorRole[]
}

/** Who is at the portal's own door. An operator is nobody there. */
export type Actor = AnonymousActor | CustomerActor

/** Who comes through any of the doors. */
export type AnyActor = Actor | OperatorActor

/** The actor that a call with this access is served for. */
export type ActorFor<A extends Access> = { anyone: Actor; customer: CustomerActor; operator: OperatorActor }[A]
