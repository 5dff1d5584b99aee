import { type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Button } from '../action/button.tsx'
import { reload } from '../graphics/icons.ts'
import { StepBars } from '../graphics/step-bars.tsx'
import styles from './empty-state.module.css'

// Loaded ahead of time, together with the code that watches the page.
const WhyFailed = lazyPart(async () => (await import('./load-failure-reason.tsx')).LoadFailureReason)

type EmptyStateProps = {
  title: string
  /** Why there is nothing, or from when on there will be something. */
  children: ReactNode
  /** One next step. */
  action?: ReactNode
  /** Nothing exists yet; nothing matches the filters; nothing has arrived since some day. */
  kind?: 'none' | 'filtered' | 'late'
}

const missingSteps = { none: [0, 1, 2, 3, 4, 5], filtered: [2], late: [4, 5] }

/** The empty state of a place that correctly has nothing to show. */
export function EmptyState({ title, children, action, kind = 'none' }: EmptyStateProps) {
  return (
    <div className={styles.absence}>
      <StepBars missing={missingSteps[kind]} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.words}>{children}</p>
      {action}
    </div>
  )
}

type ErrorStateProps = {
  title: string
  /** That it is not the user's fault, and what still works. */
  children: ReactNode
  /** The error. A temporary failure is shown as such and retried automatically. */
  failure?: unknown
  onRetry?: () => void
  isRetrying?: boolean
}

/** The error state of a place whose content could not be loaded. */
export function ErrorState({ title, children, failure, onRetry, isRetrying }: ErrorStateProps) {
  const t = useTranslations('kit.failed')
  return (
    <div className={styles.absence} role="alert">
      <StepBars missing={[2]} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.words}>
        {failure ? (
          <Suspense>
            <WhyFailed failure={failure} onRetry={onRetry}>
              {children}
            </WhyFailed>
          </Suspense>
        ) : (
          children
        )}
      </p>
      {onRetry && (
        <Button variant="second" isSmall icon={reload} isBusy={isRetrying} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
