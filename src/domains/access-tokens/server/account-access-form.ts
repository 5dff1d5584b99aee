import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { accountAccessOf } from '#domains/session/server/accounts/account-access.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import { queryOf } from '#kit/portal-address.ts'
import { form, invalidForm, type ServeForm } from '#kit/server/form.ts'
import { endAccountAccess } from '../account-access-api.ts'
import { endAccountAccess as endAccess } from './end-account-access.ts'

const endAccessForm = form({ page: '/profile/programs', access: 'customer', call: endAccountAccess })

type AccountAccessFormDeps = {
  serve: ServeForm
  db: Kysely<DB>
  actors: Actors
  allowsPasswords: () => boolean
  clock: () => Date
}

/** Serves the form that ends access to an account, except for access tokens; each of its checkboxes is named `kind:id`. */
export function accountAccessForm({ serve, db, actors, allowsPasswords, clock }: AccountAccessFormDeps) {
  serve(endAccessForm, async ({ actor, fields, address, request }) => {
    const now = clock()
    const { userId, sessionId } = actor
    const items =
      fields.all === undefined
        ? Object.keys(fields).map((name) => ({ kind: name.split(':')[0], id: name.slice(name.indexOf(':') + 1) }))
        : (await accountAccessOf(db, { userId, now }))
            .filter(({ kind }) => kind !== 'read_key')
            .map(({ kind, id }) => ({ kind, id }))
    const { data } = endAccountAccess.body.safeParse({ items })
    if (!data) return invalidForm('nothing_chosen')
    const input = { userId, sessionId, items: data.items, allowsPasswords: allowsPasswords() }
    const outcome = await db
      .transaction()
      .execute((transaction) => endAccess(transaction, { ...input, requestId: request.id, now }))
    if (outcome.kind === 'lastWayIn') return invalidForm('last_way_in')
    actors.forget(userId)
    const query = queryOf(address)
    query.delete('failed')
    query.set('sent', String(outcome.ended))
    return { kind: 'redirect', address: `/profile/programs?${query}` }
  })
}
