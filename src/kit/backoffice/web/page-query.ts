import type { QueryKey, UseSuspenseQueryOptions } from '@tanstack/react-query'
import type { Call, PathParameters, QueryIn, Reply } from '../../call.ts'
import type { CallInput, Send } from '../../web/send.ts'
import { pageSize } from './list-pager.tsx'

/** A query whose data a list shows. */
export type PageQuery<Data> = UseSuspenseQueryOptions<Data, Error, Data, QueryKey>

/** The view of a list that a call reads: its query without the page size. */
export type ViewOf<C extends Call> = Omit<QueryIn<C>, 'q' | 'offset' | 'limit'> & PositionIn<QueryIn<C>>

/** The search text and the offset, which an address always specifies. */
type PositionIn<Query> = { [Name in keyof Query & ('q' | 'offset')]-?: Name extends 'q' ? string : number }

type PageQueryOptions<C extends Call> = Pick<PageQuery<Reply<C>>, 'staleTime' | 'refetchInterval'> & {
  /** The parameters of the call's path. */
  params?: PathParameters<C>
}

/**
 * Returns the query for a page of a list: the call that reads it, loaded on demand, with the view as its query. The
 * view follows the key, so that invalidating the key reloads every page.
 */
export function pageQuery<C extends Call>(
  key: QueryKey,
  loadCall: () => Promise<C>,
  { params, ...refresh }: PageQueryOptions<C> = {},
): (send: Send, view: ViewOf<C>, limit?: number) => PageQuery<Reply<C>> {
  return (send, view, limit = pageSize) => ({
    queryKey: [...key, view, limit],
    async queryFn({ signal }) {
      const query = 'offset' in view ? { ...view, limit } : view
      return send(await loadCall(), { params, query, signal } as unknown as CallInput<C>)
    },
    ...refresh,
  })
}
