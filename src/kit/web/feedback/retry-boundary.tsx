import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { forgetFailedParts } from '../lazy-part.tsx'
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
 * Renders a part of a page; where its data or its script could not be loaded, shows a message instead and reloads on demand, so that
 * the rest of the page stays usable.
 */
export function RetryBoundary({ title, message, resetKey, children }: RetryBoundaryProps) {
  const { reset: forgetFailure } = useQueryErrorResetBoundary()
  return (
    <CatchBoundary
      getResetKey={() => resetKey}
      errorComponent={({ error, reset: tryAgain }) => (
        <ErrorState
          title={title}
          failure={error}
          onRetry={() => {
            forgetFailure()
            forgetFailedParts()
            tryAgain()
          }}
        >
          {message}
        </ErrorState>
      )}
    >
      <Suspense fallback={<Skeleton kind="rows" count={6} />}>{children}</Suspense>
    </CatchBoundary>
  )
}
