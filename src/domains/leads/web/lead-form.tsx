import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { useUploads } from '#domains/uploads/web/use-uploads.ts'
import { Button } from '#kit/web/action/button.tsx'
import { classNames } from '#kit/web/class-names.ts'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { draftOwnerOf, useDraft } from '#kit/web/form/use-draft.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { LeadContact } from '../lead-contact.ts'
import { leadLimits } from '../rules.ts'
import { emptyLeadForm, type LeadFormValues, leadFieldId } from './lead-fields.ts'
import styles from './lead-form.module.css'
import { ContactHoursField, LeadConsentField, LeadContactFields } from './lead-form-fields.tsx'
import { LeadProblemSummary } from './lead-problem-summary.tsx'
import { leadConsentQuery } from './queries.ts'
import { useLeadSubmission } from './use-lead-submission.ts'

type LeadFormProps = {
  /** The subject, by which the input is stored in the tab: `power`. */
  name: string
  /** The label of the button. */
  action: string
  /** Whether an invoice is attached. */
  invoice?: 'none' | 'optional' | 'required'
  /** Sends the details with their subject. The form is cleared on success, and keeps everything when it throws. */
  onSend: (contact: LeadContact) => Promise<unknown>
}

/**
 * The form for contact details to be called: name, time slots, an invoice where it helps, and consent, unless it was
 * given before. Its texts are those of `leads` and `uploads`.
 */
export function LeadForm({ name, action, invoice = 'none', onSend }: LeadFormProps) {
  const t = useTranslations('leads')
  const send = useSend()
  const { signedIn } = useBoot()
  const readonlyReason = useReadonlyReason()
  const { data: consent } = useQuery({ ...leadConsentQuery(send), enabled: signedIn !== null })
  const hasConsented = consent?.consented ?? false
  // Another user who signs in in the same tab must not see the input.
  const draftName = `lead:${name}:${draftOwnerOf(signedIn)}`
  const { values, change, forget } = useDraft<LeadFormValues>(draftName, emptyLeadForm(signedIn?.email ?? ''))
  const set = (changed: Partial<LeadFormValues>) => change((before) => ({ ...before, ...changed }))
  const uploads = useUploads({
    sent: values.files,
    onSent: (changed) => change((before) => ({ ...before, files: changed(before.files) })),
    maxCount: leadLimits.invoices,
  })

  const { submit, problems, failureText, attempt, isSending } = useLeadSubmission({
    ...{ values, hasConsented, onSend },
    needsInvoice: invoice === 'required',
    onSent: forget,
  })
  const form = { name, values, problems, set }
  return (
    <form
      className={classNames(styles.form, styles.withScript)}
      method="post"
      noValidate
      data-needs-script
      onSubmit={submit}
    >
      <ErrorBanner>{failureText}</ErrorBanner>
      <LeadProblemSummary form={form} attempt={attempt} />
      <LeadContactFields form={form} />
      <ContactHoursField form={form} />
      {invoice !== 'none' && (
        <UploadField
          id={leadFieldId(name, 'invoice')}
          label={t('fields.invoice')}
          hint={t('fields.invoiceHint')}
          isOptional={invoice === 'optional'}
          error={problems.invoice}
          uploads={uploads}
        />
      )}
      <LeadConsentField form={form} hasConsented={hasConsented} />
      <div className="line">
        <Button
          type="submit"
          isBusy={isSending}
          disabledReason={readonlyReason ?? (uploads.isUnderWay ? t('waitForFile') : uploads.unsent)}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}
