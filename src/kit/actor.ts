import type { Access } from './call.ts'
import type { Locale } from './locale.ts'

/** Nobody in particular; `sessionEnded` when a token came along that no longer opens anything. */
export type AnonymousActor = { kind: 'anonymous'; readonly: false; sessionEnded: boolean; locale: Locale }

/** Somebody signed in. `customerIds` are the holders whose contracts they may see; every query of theirs carries them. */
export type CustomerActor = {
  kind: 'customer'
  userId: number
  sessionId: string
  customerIds: number[]
  readonly: boolean
  locale: Locale
  /** When they last proved who they are. */
  authenticatedAt: Date
  hasSecondFactor: boolean
  /** A password given by somebody else must be changed before anything else is shown. */
  mustChangePassword: boolean
}

export type Actor = AnonymousActor | CustomerActor

/** The actor that a call with this access is served for. */
export type ActorFor<A extends Access> = A extends 'anyone' ? Actor : CustomerActor
