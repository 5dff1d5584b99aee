import type { FetchQueryOptions } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { useTranslations } from 'use-intl'
import type { Column } from '#kit/web/list/table.tsx'
import type { Locale } from '#vocabulary/locale.ts'
import type { Call } from '../../call.ts'
import type { Send } from '../../web/send.ts'
import type { FilterOf } from './list-filters.tsx'
import type { ListView } from './list-page.ts'

export type Namespace = NonNullable<Parameters<typeof useTranslations>[0]>
export type Translator<Texts extends Namespace> = ReturnType<typeof useTranslations<Texts>>
export type TextKey<Texts extends Namespace> = Parameters<Translator<Texts>>[0]

/**
 * The texts that every list has, under the same keys. `about` and `hint` are optional, and so are `noneYetTitle` and
 * `noneYetText`, which an empty list shows as long as nothing was searched or chosen.
 */
export type ListText =
  | 'title'
  | 'about'
  | 'hint'
  | 'label'
  | 'find'
  | 'failedTitle'
  | 'failedText'
  | 'caption'
  | 'noneTitle'
  | 'noneText'
  | 'noneYetTitle'
  | 'noneYetText'

/** The state of a list in its address. */
export type AnyView = { q?: string; offset?: number }

type RowOf<Data> = Data extends { items: readonly (infer Row)[] }
  ? Row
  : Data extends readonly (infer Row)[]
    ? Row
    : never

/** What the parts of a page around its list are rendered from. */
export type ListContext<Texts extends Namespace, View, Controls> = {
  t: Translator<Texts>
  locale: Locale
  view: View
  controls: Controls
}

/** What a cell is rendered from besides its row, with formats in the reader's language. A missing value is a dash. */
export type CellContext<Texts extends Namespace, View, Controls, Actions> = ListContext<Texts, View, Controls> & {
  actions: Actions
  instant: (at: string | null) => string
  day: (day: string | null) => string
  money: (euros: number) => string
  count: (value: number) => string
}

export type ListColumn<Texts extends Namespace, View, Row, Context> = Omit<Column<Row>, 'key' | 'header' | 'cell'> & {
  header: TextKey<Texts>
  cell: (row: Row, context: Context) => ReactNode
  /** Shown in small type after the name. */
  note?: (row: Row) => ReactNode
  /** Whether the column exists in this view; by default always. */
  isShown?: (view: View) => boolean
}

type Prefix<Keys> = Keys extends `${infer Section}.failedTitle` ? Section : never

// biome-ignore lint/suspicious/noExplicitAny: a key may be of any type.
type Query<Data> = FetchQueryOptions<Data, Error, Data, any>

// biome-ignore lint/suspicious/noExplicitAny: each query has data of its own, which the page only reads ahead.
export type OtherQuery = (send: Send) => Query<any>

type ListFrame<Texts extends Namespace, View, Controls> = {
  path: `/${string}`
  /** The namespace of all texts of the page. */
  texts: Texts
  /** The section of the namespace that has the texts of the list. */
  list?: Prefix<TextKey<Texts>>
  /** Texts that are under another key. */
  keys?: { [text in ListText]?: TextKey<Texts> }
  /** The page above this one. */
  back?: { href: string; label: TextKey<Texts> }
  /** False for lists that cannot be searched. */
  hasSearch?: boolean
  /** For lists that are only read with a search text: its minimum length, and what is shown for a shorter one. */
  minSearch?: { length: number; title: TextKey<Texts>; text: TextKey<Texts> }
  /** For lists whose search keeps only so many matches of each field. */
  maxMatches?: number
  /** False for lists without numbered pages. */
  hasPages?: boolean
  /** What the operator has saved for this list, between its filters and its results. */
  SavedViews?: ComponentType<{ path: string; view: ListView }>
  /** A part of the page above the list, which then is a section with its own title. */
  above?: { Content: ComponentType; title: TextKey<Texts> }
  /** The hook with the state of the open dialog. */
  useControls?: () => Controls
  /** The main action beside the title. */
  action?: (context: ListContext<Texts, View, Controls>) => ReactNode
  /** Shown below the list, whether it could be loaded or not. */
  below?: (context: ListContext<Texts, View, Controls>) => ReactNode
  /** The open dialog. */
  dialog?: (context: ListContext<Texts, View, Controls>) => ReactNode
  /** Other queries that the page reads. */
  otherQueries?: readonly OtherQuery[]
  /** Whether the page is also shown if its list could not be read ahead. */
  isShownUnread?: boolean
}

type ListRows<Texts extends Namespace, View, Data, Row, Controls, Actions> = {
  /** The address that the name of a row leads to. */
  opens?: (row: Row) => string
  /** The hook with the actions of the rows. Its `failure` is shown above them. */
  useActions?: () => Actions
  /** The table caption, if it depends on the view. */
  caption?: (context: ListContext<Texts, View, Controls>) => string
  /** The download of all rows that match the filters. */
  exported?: { call: Call; label: TextKey<Texts>; hint: TextKey<Texts> }
  /** Shown after the rows. */
  after?: (data: Data, context: CellContext<Texts, View, Controls, Actions>) => ReactNode
}

/** How the rows are shown: as columns of a table, or by a table that other pages show as well. */
type RowTable<Texts extends Namespace, View, Row, Context> =
  | { columns: readonly ListColumn<Texts, View, Row, Context>[]; rowKey: (row: Row) => string | number }
  | { Rows: ComponentType<{ rows: readonly Row[] }> }

/** A list that is not one table: its content for a view. */
type ListContent<View> = { Content: ComponentType<{ view: View }> }

type FilterName<View> = Exclude<keyof View, 'q' | 'offset'> & string
type WithFilters<Texts extends Namespace, View> = [FilterName<View>] extends [never]
  ? { filters?: undefined }
  : { filters: { [Name in FilterName<View>]-?: FilterOf<Texts, View, View[Name]> } }

/** A call that takes no search text or no offset refuses them. */
type WithPosition<View> = ('q' extends keyof View ? unknown : { hasSearch: false }) &
  ('offset' extends keyof View ? unknown : { hasPages: false })

/** A list page of the back office: its texts, filters, query, columns and actions. */
export type ListPageDefinition<Texts extends Namespace, View, Data, Controls, Actions> = ListFrame<
  Texts,
  View,
  Controls
> & {
  /** The call that reads it. */
  query: (send: Send, view: View) => Query<Data>
} & (
    | (ListRows<Texts, View, Data, RowOf<Data>, Controls, Actions> &
        RowTable<Texts, View, RowOf<Data>, CellContext<Texts, View, Controls, Actions>>)
    | ListContent<View>
  ) &
  WithFilters<Texts, View> &
  WithPosition<View>
