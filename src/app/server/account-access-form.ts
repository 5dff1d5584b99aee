import { endAccountAccess } from '#domains/access-tokens/account-access-api.ts'
import { endAccountAccess as endAccess } from '#domains/access-tokens/server/end-account-access.ts'
import { isFresh } from '#domains/session/rules.ts'
import { accountAccessOf } from '#domains/session/server/account-access.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { freshAuthenticationRequired } from '#kit/refusal.ts'
import { queryOf } from '../web/own-address.ts'
import type { Context } from './context.ts'
import type { Form } from './session-forms.ts'

/** The form by which what gets into an account is ended, without read keys; each of its boxes has the name `kind:id`. */
export function accountAccessForms({ context, actors }: { context: Context; actors: Actors }): Record<string, Form> {
  const { db, settings, clock, openid } = context
  return {
    async '/profile/programs'({ fields, address, request }) {
      const actor = await actors.actorOf(request)
      // The page itself leads whoever is not signed in to the log-in.
      if (actor.kind !== 'customer') return { kind: 'goOn', address }
      if (actor.readonly) return { kind: 'again', failed: ['token_readonly'] }
      const now = clock()
      if (!isFresh(actor, { now, minutes: settings.now().session.proofMinutes }))
        return { kind: 'again', failed: [freshAuthenticationRequired] }
      const { userId, sessionId } = actor
      const items =
        fields.all === undefined
          ? Object.keys(fields).map((name) => ({ kind: name.split(':')[0], id: name.slice(name.indexOf(':') + 1) }))
          : (await accountAccessOf(db, { userId, now }))
              .filter(({ kind }) => kind !== 'read_key')
              .map(({ kind, id }) => ({ kind, id }))
      const { data } = endAccountAccess.body.safeParse({ items })
      if (!data) return { kind: 'again', failed: ['nothing_chosen'] }
      const input = { userId, sessionId, items: data.items, allowsPasswords: openid.allowsPasswords() }
      const outcome = await db
        .transaction()
        .execute((transaction) => endAccess(transaction, { ...input, requestId: request.id, now }))
      if (outcome.kind === 'lastWayIn') return { kind: 'again', failed: ['last_way_in'] }
      actors.forget(userId)
      const query = queryOf(address)
      query.delete('failed')
      query.set('sent', String(outcome.ended))
      return { kind: 'goOn', address: `/profile/programs?${query}` }
    },
  }
}
