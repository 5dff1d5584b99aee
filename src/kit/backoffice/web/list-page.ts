import type { ComponentType, ReactNode } from 'react'
import type { Column } from '#kit/web/list/table.tsx'
import type { Call } from '../../call.ts'
import type { LoadContext, SearchParams } from '../../web/page.ts'
import type { Send } from '../../web/send.ts'
import { type FilterOf, isTabs, parseFilter } from './list-filters.tsx'
import type { AnyView, ListPageDefinition, ListText, Namespace, OtherQuery } from './list-page-definition.ts'
import { listViewOf } from './list-view.ts'
import type { PageQuery } from './page-query.ts'

/** A list page as the kit renders it, whatever its texts and rows are. */
export type ListPage = {
  path: string
  texts: Namespace
  list?: string
  keys?: { [text in ListText]?: string }
  back?: { href: string; label: string }
  hasSearch?: boolean
  maxMatches?: number
  hasPages?: boolean
  minSearch?: { length: number; title: string; text: string }
  filters?: Readonly<Record<string, FilterOf>>
  query: (send: Send, view: ListView) => PageQuery<unknown>
  otherQueries?: readonly OtherQuery[]
  isShownUnread?: boolean
  SavedViews?: ComponentType<{ path: string; view: ListView }>
  above?: { Content: ComponentType; title: string }
  useControls?: () => unknown
  action?: (context: object) => ReactNode
  below?: (context: object) => ReactNode
  dialog?: (context: object) => ReactNode
} & ((ListRows & (ListColumns | { Rows: ComponentType<{ rows: readonly unknown[] }> })) | ListContent)

/** The results of a list as columns of one table. */
export type ListColumns = {
  columns: readonly (Omit<Column<unknown>, 'key' | 'cell'> & {
    cell: (row: unknown, context: object) => ReactNode
    note?: (row: unknown) => ReactNode
    isShown?: (view: ListView) => boolean
  })[]
  rowKey: (row: unknown) => string | number
}

/** What belongs to the results of a list besides its table. */
export type ListRows = {
  opens?: (row: unknown) => string
  useActions?: () => { failure?: string | undefined } | undefined
  caption?: (context: object) => string
  exported?: { call: Call; label: string; hint: string }
  after?: (data: unknown, context: object) => ReactNode
}

type ListContent = { Content: ComponentType<{ view: ListView }> }

/** The state of a list in its address: search text, offset and filters. */
export type ListView = AnyView & Record<string, string | number | undefined>

/** Defines a list page as a value. */
export function listPage<const Texts extends Namespace, View extends AnyView, Data, Controls, Actions>(
  definition: ListPageDefinition<Texts, View, Data, Controls, Actions>,
): ListPage {
  return definition as unknown as ListPage
}

/** Returns the `load` of the screen that shows a list page. */
export function loadListPage(page: ListPage) {
  return async ({ send, prefetch, search }: LoadContext) => {
    const view = viewIn(page, search)
    const others = (page.otherQueries ?? []).map((query) => prefetch(query(send)))
    const list = isReadable(page, view) ? prefetch(page.query(send, view)) : undefined
    await Promise.all([...others, page.isShownUnread ? list?.catch(() => undefined) : list])
  }
}

/** Checks whether a list shows what it opens with: nothing was searched or chosen. */
export function isInitialView({ filters = {} }: ListPage, view: ListView): boolean {
  const isUnchanged = ([name, filter]: [string, FilterOf]) => view[name] === parseFilter(filter)
  return !view.q && !view.offset && Object.entries(filters).every(isUnchanged)
}

/** Returns the state of a list from the parameters of its address. Tabs come first, as in their links. */
export function viewIn(page: ListPage, search: SearchParams): ListView {
  const { q, offset } = listViewOf(search)
  const filters = Object.entries(page.filters ?? {})
  const valuesOf = (areTabs: boolean) =>
    Object.fromEntries(
      filters
        .filter(([, filter]) => isTabs(filter) === areTabs)
        .map(([name, filter]) => [name, parseFilter(filter, search[name])]),
    )
  return {
    ...valuesOf(true),
    ...(page.hasSearch !== false && { q }),
    ...(page.hasPages !== false && { offset }),
    ...valuesOf(false),
  }
}

/** Checks whether the search text is long enough for the list to be read. */
export function isReadable({ minSearch }: Pick<ListPage, 'minSearch'>, { q = '' }: ListView): boolean {
  return !minSearch || q.length >= minSearch.length
}
