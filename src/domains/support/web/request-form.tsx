import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { WithoutScript } from '#domains/operator/web/without-script.tsx'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Button } from '#kit/web/button.tsx'
import { ErrorSummary, type FieldProblem } from '#kit/web/error-summary.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { spaced } from '#kit/web/spaced.ts'
import styles from './request-form.module.css'

type RequestFormProps = {
  form: {
    submit: (event: FormEvent) => void
    summary: readonly FieldProblem[]
    failure: string | null
    attempt: number
    isSending: boolean
  }
  /** What pressing its button does. */
  action: string
  /** While files are on their way nothing can be sent with them. */
  isWaiting: boolean
  /** What to do first where a file has not arrived. */
  unsent?: string | undefined
  children: ReactNode
}

/** The frame of everything that is written to the retailer: what is to be corrected, the fields, the button. */
export function RequestForm({ form, action, isWaiting, unsent, children }: RequestFormProps) {
  const t = useTranslations('support.form')
  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.submit}>
      <Failure>{form.failure}</Failure>
      {form.summary.length > 0 && <ErrorSummary problems={form.summary} attempt={form.attempt} />}
      {/* Files cannot be sent without script. */}
      <WithoutScript>{(ways) => t.rich('withoutScript', ways)}</WithoutScript>
      {children}
      <div className={spaced('line', styles.send)}>
        <Button type="submit" isBusy={form.isSending} whyNot={useReadonlyReason() ?? (isWaiting ? t('wait') : unsent)}>
          {action}
        </Button>
      </div>
    </form>
  )
}
