import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NoScriptNotice } from '#domains/retailer/web/no-script-notice.tsx'
import { Button } from '#kit/web/action/button.tsx'
import { classNames } from '#kit/web/class-names.ts'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { ErrorSummary, type FieldProblem } from '#kit/web/form/error-summary.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import styles from './request-form.module.css'

type RequestFormProps = {
  form: {
    submit: (event: FormEvent) => void
    summary: readonly FieldProblem[]
    failure: string | null
    attempt: number
    isSending: boolean
  }
  /** The label of the submit button. */
  action: string
  /** While files are being uploaded, the form cannot be submitted. */
  isWaiting: boolean
  /** What to do first if a file has failed to upload. */
  unsent?: string | undefined
  children: ReactNode
}

/** The frame of every form for the retailer: the error summary, the fields and the submit button. */
export function RequestForm({ form, action, isWaiting, unsent, children }: RequestFormProps) {
  const t = useTranslations('support.form')
  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.submit}>
      <ErrorBanner>{form.failure}</ErrorBanner>
      {form.summary.length > 0 && <ErrorSummary problems={form.summary} attempt={form.attempt} />}
      {/* Files cannot be uploaded without JavaScript. */}
      <NoScriptNotice>{(contactMethods) => t.rich('withoutScript', contactMethods)}</NoScriptNotice>
      {children}
      <div className={classNames('line', styles.send)}>
        <Button
          type="submit"
          isBusy={form.isSending}
          disabledReason={useReadonlyReason() ?? (isWaiting ? t('wait') : unsent)}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}
