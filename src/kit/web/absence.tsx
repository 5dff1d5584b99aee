import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import styles from './absence.module.css'
import { Button } from './button.tsx'
import { reload } from './icons.ts'
import { StepBars } from './step-bars.tsx'

// It comes with what watches over the page, before it is of use.
const WhyFailed = lazy(async () => ({ default: (await import('./why-failed.tsx')).WhyFailed }))

type EmptyProps = {
  title: string
  /** Why, or from when on there will be something. */
  children: ReactNode
  /** One way on. */
  action?: ReactNode
  /** Nothing yet; nothing that fits the filters; nothing since some day. */
  kind?: 'none' | 'filtered' | 'late'
}

const missingSteps = { none: [0, 1, 2, 3, 4, 5], filtered: [2], late: [4, 5] }

/** Where there is nothing to show, and that is as it should be. */
export function Empty({ title, children, action, kind = 'none' }: EmptyProps) {
  return (
    <div className={styles.absence}>
      <StepBars missing={missingSteps[kind]} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.words}>{children}</p>
      {action}
    </div>
  )
}

type FailedProps = {
  title: string
  /** That it is not the reader's fault, and what still works. */
  children: ReactNode
  /** Why; what passes by itself is told as such, and tried again by itself. */
  failure?: unknown
  onRetry?: () => void
  isRetrying?: boolean
}

/** Where something should be and could not be loaded. */
export function Failed({ title, children, failure, onRetry, isRetrying }: FailedProps) {
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
