import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listSavedFilters, removeFilter, saveFilter } from '../api.ts'
import { deleteFilter, findOwnFilter, findSavedFilters, upsertFilter } from './saved-filter-store.ts'

/** Registers the back-office routes for the filters that operators save for themselves. */
export function savedFilterRoutes({ serve, db }: { serve: Serve; db: Kysely<DB> }) {
  serve(listSavedFilters, async ({ actor: { userId }, query: { path } }) => ({
    items: await findSavedFilters(db, { userId, path }),
  }))

  serve(saveFilter, async ({ actor: { userId }, body }, refuse) => {
    const id = await upsertFilter(db, { userId, ...body })
    if (id === undefined) throw refuse('filters_full')
    return { id }
  })

  serve(removeFilter, {
    find: ({ actor: { userId }, params }) => findOwnFilter(db, { id: params.id, userId }),
    async act({ subject }) {
      await deleteFilter(db, subject)
      return undefined
    },
  })
}
