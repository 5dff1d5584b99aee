import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Failed } from './absence.tsx'
import { Skeleton } from './skeleton.tsx'

type RetryableProps = {
  title: string
  /** What is said where it failed. */
  words: ReactNode
  /** Another key is another try: the address, where it says what is shown. */
  resetKey: string
  children: ReactNode
}

/**
 * Shows a part of a page; where what it needs could not be read, says so instead and reads it again on demand, so that the
 * rest of the page stays of use.
 */
export function Retryable({ title, words, resetKey, children }: RetryableProps) {
  const { reset: forgetFailure } = useQueryErrorResetBoundary()
  return (
    <CatchBoundary
      getResetKey={() => resetKey}
      errorComponent={({ error, reset: tryAgain }) => (
        <Failed
          title={title}
          failure={error}
          onRetry={() => {
            forgetFailure()
            tryAgain()
          }}
        >
          {words}
        </Failed>
      )}
    >
      <Suspense fallback={<Skeleton kind="rows" count={6} />}>{children}</Suspense>
    </CatchBoundary>
  )
}
