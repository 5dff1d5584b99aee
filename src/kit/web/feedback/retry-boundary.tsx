import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { ErrorState } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'

type RetryBoundaryProps = {
  title: string
  /** Shown in place of the failed content. */
  message: ReactNode
  /** Another key resets the boundary, e.g. the address where it decides what is shown. */
  resetKey: string
  children: ReactNode
}

/**
 * Renders a part of a page; where its data could not be loaded, shows a message instead and reloads on demand, so that
 * the rest of the page stays usable. The focus, which was on the button that is gone, moves to what has come: the content, or
 * the button of the next message.
 */
export function RetryBoundary({ title, message, resetKey, children }: RetryBoundaryProps) {
  const { reset: forgetFailure } = useQueryErrorResetBoundary()
  const hasRetried = useRef(false)
  return (
    <CatchBoundary
      getResetKey={() => resetKey}
      errorComponent={({ error, reset: tryAgain }) => (
        <>
          <ErrorState
            title={title}
            failure={error}
            onRetry={() => {
              hasRetried.current = true
              forgetFailure()
              tryAgain()
            }}
          >
            {message}
          </ErrorState>
          <FocusAfterRetry hasRetried={hasRetried} find={findRetryButton} />
        </>
      )}
    >
      <Suspense fallback={<Skeleton kind="rows" count={6} />}>
        {children}
        <FocusAfterRetry hasRetried={hasRetried} find={findHeading} />
      </Suspense>
    </CatchBoundary>
  )
}

type FocusAfterRetryProps = {
  hasRetried: RefObject<boolean>
  /** Finds what to focus from a place beside it. */
  find: (place: HTMLElement) => HTMLElement | null | undefined
}

/** Focuses what has come after somebody tried again, unless they have gone elsewhere in the meantime. */
function FocusAfterRetry({ hasRetried, find }: FocusAfterRetryProps) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!hasRetried.current || !place.current) return
    hasRetried.current = false
    const { activeElement, body } = document
    if (activeElement && activeElement !== body) return
    const target = find(place.current)
    if (target && target.tabIndex < 0) target.tabIndex = -1
    target?.focus({ preventScroll: true })
  }, [hasRetried, find])
  return <span ref={place} hidden />
}

function findRetryButton(place: HTMLElement): HTMLElement | null | undefined {
  return place.previousElementSibling?.querySelector('button')
}

function findHeading(place: HTMLElement): HTMLElement | null | undefined {
  return place.closest('section, [role="dialog"], dialog, main')?.querySelector<HTMLElement>('h1, h2, h3')
}
