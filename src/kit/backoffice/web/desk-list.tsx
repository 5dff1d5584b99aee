import type { ReactNode } from 'react'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { DeskHeading } from './desk-heading.tsx'
import { SearchBox } from './search-box.tsx'

type DeskListProps = {
  /** The texts of the list. Each section has its own, under the same keys. */
  texts: (key: 'title' | 'label' | 'find' | 'failedTitle' | 'failedWords') => string
  about?: string
  hint?: string
  action?: ReactNode
  /** Tabs above the search box, one per kind of item. */
  tabs?: ReactNode
  /** Additional filters within the search form. */
  filters?: ReactNode
  /** The path of the list page. */
  path: string
  /** The filters from the page URL. */
  view: { q: string }
  /** The results. */
  children: ReactNode
}

/** A back-office list page: heading, search box, filters and results. */
export function DeskList({ texts, about, hint, action, tabs, filters, path, view, children }: DeskListProps) {
  return (
    <>
      <DeskHeading title={texts('title')} about={about} action={action} />
      {tabs}
      <SearchBox label={texts('label')} hint={hint} submit={texts('find')} value={view.q} path={path}>
        {filters}
      </SearchBox>
      <RetryBoundary title={texts('failedTitle')} message={texts('failedWords')} resetKey={JSON.stringify(view)}>
        {children}
      </RetryBoundary>
    </>
  )
}
