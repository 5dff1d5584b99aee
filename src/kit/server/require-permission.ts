import type { AnyActor, CustomerActor, OperatorActor } from '../actor.ts'
import { type Call, isSafeRead } from '../call.ts'
import { requireRole } from '../operator-role.ts'
import { freshAuthenticationRequired, Refused } from '../refusal.ts'

/** A signed-in actor of either area. */
export type SignedInActor = CustomerActor | OperatorActor

/** Refuses an actor who may not make a call at all: without a session, outside the scopes of a program, or without a role. */
export function requireCaller(actor: AnyActor, definition: Call) {
  if (definition.access !== 'anyone') requireSession(actor, definition)
  if (actor.kind === 'customer') requireScope(actor, definition)
  // An operator call without roles is for administrators only.
  if (actor.kind === 'operator') requireRole(actor, definition.roles ?? [])
}

/** Refuses writes of a read-only actor, and actions for which the actor has to authenticate again. */
export function requireWritePermission(
  actor: AnyActor,
  definition: Call,
  isRecentlyAuthenticated: (actor: SignedInActor, definition: Call) => boolean,
) {
  if (actor.readonly && !isSafeRead(definition)) throw new Refused('token_readonly', 403)
  if (
    actor.kind !== 'anonymous' &&
    requiresReauthentication(definition, actor) &&
    !isRecentlyAuthenticated(actor, definition)
  )
    throw new Refused(freshAuthenticationRequired, 403)
}

/** Checks whether a call requires a recent authentication of this actor. */
export function requiresReauthentication(
  { freshAuthentication }: Pick<Call, 'freshAuthentication'>,
  { hasSecondFactor }: Pick<SignedInActor, 'hasSecondFactor'>,
): boolean {
  return freshAuthentication === 'withSecondFactor' ? hasSecondFactor : freshAuthentication === true
}

function requireSession(actor: AnyActor, definition: Call) {
  if (actor.kind === 'anonymous') throw new Refused(actor.sessionEnded ? 'token_expired' : 'unauthenticated', 401)
  if (actor.kind === 'operator') return
  if (actor.mustChangePassword && !definition.isAllowedBeforePasswordChange && !isSafeRead(definition))
    throw new Refused('password_change_required', 403)
}

// A program may make only calls within its scopes, which excludes calls open to everyone: it does not act as a visitor.
function requireScope({ scopes }: CustomerActor, { scope }: Call) {
  if (scopes && !(scope && scopes.includes(scope)))
    throw new Refused('scope_missing', 403, { extra: { scope: scope ?? null } })
}
