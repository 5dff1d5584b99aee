import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import styles from './error-summary.module.css'

export type FieldProblem = { fieldId: string; message: string }

type ErrorSummaryProps = {
  /** Without a field for a problem of the form as a whole. */
  problems: readonly (FieldProblem | { fieldId?: undefined; message: string })[]
  attempt: number
  /** The action that failed, instead of the number of problems. */
  title?: string
}

/**
 * A summary of the errors above a form, with a link to each field. It takes the focus when it appears and after each
 * further `attempt`, and while it is shown the page title begins with the word for error.
 */
export function ErrorSummary({ problems, attempt, title }: ErrorSummaryProps) {
  const t = useTranslations('kit.errors')
  const titleId = useId()
  const summary = useRef<HTMLDivElement>(null)

  // A further attempt with the same problems takes the focus again.
  useEffect(() => summary.current?.focus(), [attempt])
  useTitlePrefix(`${t('error')}: `)

  return (
    <div ref={summary} className={styles.summary} role="alert" tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title ?? t('title', { count: problems.length })}
      </h2>
      <ul className={styles.list}>
        {problems.map(({ fieldId, message }) => (
          <li key={fieldId ?? message}>
            {fieldId ? (
              <a href={`#${fieldId}`} onClick={(event) => goToField(event, fieldId)}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function useTitlePrefix(prefix: string) {
  useEffect(() => {
    document.title = prefix + document.title
    return () => {
      document.title = document.title.replace(prefix, '')
    }
  }, [prefix])
}

// The address stays unchanged: a # in it would add an entry to the history.
function goToField(event: MouseEvent, fieldId: string) {
  const field = document.getElementById(fieldId)
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  document.getElementById(`${fieldId}-label`)?.scrollIntoView({ block: 'start' })
}
