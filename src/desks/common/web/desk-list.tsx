import type { ReactNode } from 'react'
import { Retryable } from '#kit/web/retryable.tsx'
import { DeskHeading } from './desk-heading.tsx'
import { SearchBox } from './search-box.tsx'

type DeskListProps = {
  /** The texts of the list. Each desk has its own, under the same keys. */
  words: (key: 'title' | 'label' | 'find' | 'failedTitle' | 'failedWords') => string
  about?: string
  hint?: string
  action?: ReactNode
  /** Kinds of what is listed, above the search. */
  tabs?: ReactNode
  /** What else narrows the list, in the form of the search. */
  filters?: ReactNode
  /** The page of the list. */
  path: string
  /** What its address says. */
  view: { q: string }
  /** What was found. */
  children: ReactNode
}

/** A list of a desk: its heading, what it is narrowed by and what was found. */
export function DeskList({ words, about, hint, action, tabs, filters, path, view, children }: DeskListProps) {
  return (
    <>
      <DeskHeading title={words('title')} about={about} action={action} />
      {tabs}
      <SearchBox label={words('label')} hint={hint} submit={words('find')} value={view.q} path={path}>
        {filters}
      </SearchBox>
      <Retryable title={words('failedTitle')} words={words('failedWords')} resetKey={JSON.stringify(view)}>
        {children}
      </Retryable>
    </>
  )
}
