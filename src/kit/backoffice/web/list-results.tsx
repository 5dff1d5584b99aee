import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale } from 'use-intl'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { useSend } from '../../web/portal.ts'
import { isInitialView, type ListColumns, type ListPage, type ListRows, type ListView } from './list-page.ts'
import { ListPager } from './list-pager.tsx'
import { type PlainTexts, useListTexts } from './use-list-texts.ts'
import { useMoney } from './use-money.ts'

type ListResultsProps = { page: ListPage; context: { t: PlainTexts; view: ListView } }
type RowsProps = ListResultsProps & { page: Exclude<ListPage, { Content: unknown }> }

/** The results of a list: its rows with their pager, or its empty state. */
export function ListResults({ page, context }: ListResultsProps) {
  return 'Content' in page ? <page.Content view={context.view} /> : <RowResults {...{ page, context }} />
}

function RowResults({ page, context }: RowsProps) {
  const { text } = useListTexts(page)
  const { view } = context
  const { data } = useSuspenseQuery(page.query(useSend(), view))
  const cellContext = { ...context, ...useFormats(), actions: page.useActions?.() }
  const { items: rows, total } = pageIn(data)
  const { offset, ...filters } = view
  return (
    <>
      <ErrorBanner>{cellContext.actions?.failure}</ErrorBanner>
      {rows.length ? (
        <>
          {'Rows' in page ? (
            <page.Rows rows={rows} />
          ) : (
            <Table
              caption={page.caption?.(context) ?? text('caption')}
              columns={columnsOf(page, cellContext)}
              rows={rows}
              rowKey={page.rowKey}
            />
          )}
          {offset !== undefined && <ListPager path={page.path} view={filters} offset={offset} total={total} />}
        </>
      ) : (
        <EmptyList {...{ page, context }} />
      )}
      {rows.length > 0 && page.exported && <ExportButton {...page.exported} query={filters} t={context.t} />}
      {page.after?.(data, cellContext)}
    </>
  )
}

/** Returns the rows of a page, or of a list that is read as a whole. */
function pageIn(data: unknown): { items: readonly unknown[]; total: number } {
  return Array.isArray(data) ? { items: data, total: data.length } : (data as ReturnType<typeof pageIn>)
}

/** The columns of a view as the table takes them. The name of a row is the link to it. */
function columnsOf(
  { columns, opens }: ListRows & ListColumns,
  context: ListResultsProps['context'],
): Column<unknown>[] {
  return columns
    .filter(({ isShown }) => isShown?.(context.view) ?? true)
    .map(({ header, cell, note, isShown: _, ...column }, index) => ({
      ...column,
      key: `${index} ${header}`,
      header: context.t(header),
      cell(row) {
        const content = cell(row, context)
        const noteText = note?.(row)
        const isLink = opens && column.kind === 'name'
        if (!isLink) return content
        const link = <Link href={opens(row)}>{content}</Link>
        if (!noteText) return link
        return (
          <>
            {link} <span className="note">{noteText}</span>
          </>
        )
      },
    }))
}

/** Says that nothing was found, or that there is nothing yet if nothing was searched or chosen. */
function EmptyList({ page, context: { view } }: RowsProps) {
  const { text, optionalText } = useListTexts(page)
  const isInitial = isInitialView(page, view)
  const yet = (name: 'noneYetTitle' | 'noneYetText') => (isInitial ? optionalText(name) : undefined)
  return (
    <EmptyState kind={isInitial ? 'none' : 'filtered'} title={yet('noneYetTitle') ?? text('noneTitle')}>
      {yet('noneYetText') ?? text('noneText')}
    </EmptyState>
  )
}

type ExportButtonProps = NonNullable<ListRows['exported']> & { query: object; t: PlainTexts }

/** The download of all rows that match the filters. */
function ExportButton({ call, label, hint, query, t }: ExportButtonProps) {
  return (
    <div className="stack">
      <div>
        <DownloadButton call={call} params={{}} query={query as never}>
          {t(label)}
        </DownloadButton>
      </div>
      <p className="soft">{t(hint)}</p>
    </div>
  )
}

/** The formats of the cells in the reader's language. */
function useFormats() {
  const locale = useLocale()
  return {
    instant: (at: string | null) => (at === null ? '—' : formatInstant(new Date(at), locale)),
    day: (day: string | null) => formatDay(day, locale),
    money: useMoney(),
    count: (value: number) => formatDecimal(value, locale),
  }
}
