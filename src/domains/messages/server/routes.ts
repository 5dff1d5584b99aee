import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { changePreferences, readPreferences } from '../api.ts'
import { findPreferences, savePreferences } from './preference-store.ts'

/** Registers the calls for the notification preferences of users. */
export function messageRoutes({ serve, db }: { serve: Serve; db: Kysely<DB> }) {
  serve(readPreferences, ({ actor }) => findPreferences(db, actor.userId))

  serve(changePreferences, async ({ actor: { userId }, body: { unwanted, version }, request }) => {
    await savePreferences(db, { userId, unwanted, seen: version, requestId: request.id })
    return findPreferences(db, userId)
  })
}
