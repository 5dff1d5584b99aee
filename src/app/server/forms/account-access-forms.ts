import { queryOf } from '#app/web/portal-address.ts'
import { endAccountAccess } from '#domains/access-tokens/account-access-api.ts'
import { endAccountAccess as endAccess } from '#domains/access-tokens/server/end-account-access.ts'
import { isFreshlyAuthenticated } from '#domains/session/rules.ts'
import { accountAccessOf } from '#domains/session/server/account-access.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { freshAuthenticationRequired } from '#kit/refusal.ts'
import type { Context } from '../wiring/context.ts'
import type { FormHandler } from './session-forms.ts'

/** The form that ends access to an account, except for access tokens; each of its checkboxes is named `kind:id`. */
export function createAccountAccessForms({
  context,
  actors,
}: {
  context: Context
  actors: Actors
}): Record<string, FormHandler> {
  const { db, settings, clock, openid } = context
  return {
    async '/profile/programs'({ fields, address, request }) {
      const actor = await actors.actorOf(request)
      // The page itself redirects anonymous visitors to the sign-in page.
      if (actor.kind !== 'customer') return { kind: 'redirect', address }
      if (actor.readonly) return { kind: 'invalid', failed: ['token_readonly'] }
      const now = clock()
      if (!isFreshlyAuthenticated(actor, { now, minutes: settings.now().session.proofMinutes }))
        return { kind: 'invalid', failed: [freshAuthenticationRequired] }
      const { userId, sessionId } = actor
      const items =
        fields.all === undefined
          ? Object.keys(fields).map((name) => ({ kind: name.split(':')[0], id: name.slice(name.indexOf(':') + 1) }))
          : (await accountAccessOf(db, { userId, now }))
              .filter(({ kind }) => kind !== 'read_key')
              .map(({ kind, id }) => ({ kind, id }))
      const { data } = endAccountAccess.body.safeParse({ items })
      if (!data) return { kind: 'invalid', failed: ['nothing_chosen'] }
      const input = { userId, sessionId, items: data.items, allowsPasswords: openid.allowsPasswords() }
      const outcome = await db
        .transaction()
        .execute((transaction) => endAccess(transaction, { ...input, requestId: request.id, now }))
      if (outcome.kind === 'lastWayIn') return { kind: 'invalid', failed: ['last_way_in'] }
      actors.forget(userId)
      const query = queryOf(address)
      query.delete('failed')
      query.set('sent', String(outcome.ended))
      return { kind: 'redirect', address: `/profile/programs?${query}` }
    },
  }
}
