import { useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { formatCount } from '#kit/web/format-count.ts'
import type { SearchParams } from '../../web/page.ts'
import { FilterFields, FilterTabs, isTabs } from './list-filters.tsx'
import { isReadable, type ListPage, viewIn } from './list-page.ts'
import { ListResults } from './list-results.tsx'
import { SearchBox } from './search-box.tsx'
import { useListTexts } from './use-list-texts.ts'

/** A list without the heading of its page: tabs, search box with filters, and the results. */
export function ListSection({ page, controls }: { page: ListPage; controls?: unknown }) {
  const { t, text, optionalText } = useListTexts(page)
  const view = useListPageView(page)
  const context = { t, locale: useLocale(), view, controls }
  const { path, texts, minSearch, maxMatches } = page
  const filters = page.filters ?? {}
  const frame = { texts, path, filters, view }
  const hasText = page.hasSearch !== false
  return (
    <>
      <FilterTabs {...frame} />
      {(hasText || Object.values(filters).some((filter) => !isTabs(filter))) && (
        <SearchBox
          hasText={hasText}
          label={text('label')}
          hint={optionalText('hint')}
          submit={text('find')}
          value={view.q ?? ''}
          path={path}
        >
          <FilterFields {...frame} />
        </SearchBox>
      )}
      {page.SavedViews && <page.SavedViews path={path} view={view} />}
      <RetryBoundary title={text('failedTitle')} message={text('failedText')} resetKey={JSON.stringify(view)}>
        {isReadable(page, view) ? (
          <ListResults {...{ page, context }} />
        ) : (
          view.q && minSearch && <EmptyState title={t(minSearch.title)}>{t(minSearch.text)}</EmptyState>
        )}
      </RetryBoundary>
      {view.q && maxMatches !== undefined && isReadable(page, view) && <SearchLimit count={maxMatches} />}
    </>
  )
}

function SearchLimit({ count }: { count: number }) {
  const t = useTranslations('operator-area')
  return <p className="soft">{t('searchLimit', { count: formatCount(count, useLocale()) })}</p>
}

/** Returns the state of a list from the current address. */
export function useListPageView(page: ListPage) {
  return viewIn(page, useSearch({ strict: false }) as SearchParams)
}
