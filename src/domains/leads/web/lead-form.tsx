import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LegalTextLink } from '#domains/operator/web/legal-text-link.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { isRefused } from '#kit/refusal.ts'
import { type RefusedField, type RefusedFields, refusedFieldsOf } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { classNames } from '#kit/web/class-names.ts'
import { ErrorBanner } from '#kit/web/error-banner.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { FieldError, useErrorUntilCorrected } from '#kit/web/field.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { draftOwnerOf, useDraft } from '#kit/web/use-draft.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { LeadContact } from '../lead-contact.ts'
import { type ContactSlot, contactSlots, leadLimits } from '../rules.ts'
import styles from './lead-form.module.css'
import { leadConsentQuery } from './queries.ts'

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

type LeadFormValues = {
  name: string
  surname1: string
  surname2: string
  email: string
  telephone: string
  contactHours: readonly ContactSlot[]
  consent: boolean
  files: readonly SentUpload[]
}

const leadFields = ['name', 'surname1', 'surname2', 'email', 'telephone', 'contactHours', 'invoice', 'consent'] as const
type LeadField = (typeof leadFields)[number]
type TextName = 'name' | 'surname1' | 'surname2' | 'email' | 'telephone'
type LeadProblems = Partial<Record<LeadField, string>>

const slots = Object.keys(contactSlots) as ContactSlot[]

/**
 * The form for contact details to be called: name, time slots, an invoice where it helps, and consent, unless it was
 * given before. Its texts are those of `leads` and `uploads`.
 */
export function LeadForm({ name, action, invoice = 'none', onSend }: LeadFormProps) {
  const t = useTranslations('leads')
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors('leads')
  const send = useSend()
  const { signedIn } = useBoot()
  const { organization } = useSettings()
  const readonlyReason = useReadonlyReason()
  const { data: consent } = useQuery({ ...leadConsentQuery(send), enabled: signedIn !== null })
  const hasConsented = consent?.consented ?? false
  // Another user who signs in in the same tab must not see the input.
  const {
    values,
    change,
    forget: discardDraft,
  } = useDraft<LeadFormValues>(`lead:${name}:${draftOwnerOf(signedIn)}`, {
    name: '',
    surname1: '',
    surname2: '',
    email: signedIn?.email ?? '',
    telephone: '',
    contactHours: [],
    consent: false,
    files: [],
  })
  const [wrongFields, setWrongFields] = useState<readonly LeadField[]>([])
  const [refused, setRefused] = useState<RefusedFields>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const set = (changed: Partial<LeadFormValues>) => change((before) => ({ ...before, ...changed }))
  const uploads = useUploads({
    sent: values.files,
    onSent: (changed) => change((before) => ({ ...before, files: changed(before.files) })),
    maxCount: leadLimits.invoices,
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setFailure(null)
    setAttempt(attempt + 1)
    const { files, ...draft } = values
    const answers = {
      ...draft,
      contactHours: [...draft.contactHours],
      consent: hasConsented || draft.consent,
      ...(files[0] && { invoice: { id: files[0].id } }),
    }
    try {
      const { parseLeadContact } = await import('./parse-lead-contact.ts')
      const parsed = parseLeadContact(answers)
      const invalid = 'problems' in parsed ? Object.keys(parsed.problems) : []
      if (invoice === 'required' && files.length === 0) invalid.push('invoice')
      setWrongFields(leadFields.filter((field) => invalid.includes(field)))
      setRefused({})
      if (invalid.length > 0 || 'problems' in parsed) return
      await onSend(parsed.contact)
      discardDraft()
    } catch (thrown) {
      showRefusal(thrown)
    } finally {
      setSending(false)
    }
  }

  function showRefusal(thrown: unknown) {
    // The details may be nested: `contact.email`.
    const ofFields = Object.entries(refusedFieldsOf(thrown) ?? {}).flatMap(([path, [first]]) => {
      const field = leadFields.find((each) => path.split('.').includes(each))
      return field && first ? [[field, [first]] as [LeadField, RefusedField[]]] : []
    })
    setRefused(Object.fromEntries(ofFields))
    if (ofFields.length === 0) setFailure(thrown)
  }

  function textOf(thrown: unknown): string {
    const isTooOften = isRefused(thrown) && thrown.code === 'too_many_attempts'
    return isTooOften ? t('tooMany') : (outageText(thrown) ?? t('failed'))
  }

  const ownSentences = Object.fromEntries(wrongFields.map((field) => [field, t(`problems.${field}`)]))
  const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, [first]]) => [field, first])
  const problems: LeadProblems = { ...ownSentences, ...Object.fromEntries(sentences) }

  const { error: hoursError, wrapperProps: aroundHours } = useErrorUntilCorrected<HTMLFieldSetElement>(
    problems.contactHours,
  )

  const field = (of: TextName) => ({
    id: leadFieldId(name, of),
    name: of,
    label: t(`fields.${of}`),
    error: problems[of],
    value: values[of],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [of]: target.value }),
  })

  const hoursErrorId = `${leadFieldId(name, 'contactHours')}-error`
  return (
    <form
      className={classNames(styles.form, styles.withScript)}
      method="post"
      noValidate
      data-needs-script
      onSubmit={submit}
    >
      <ErrorBanner>{failure !== null && textOf(failure)}</ErrorBanner>
      {Object.keys(problems).length > 0 && (
        <ErrorSummary
          problems={leadFields.flatMap((of) => {
            const message = problems[of]
            return message ? [{ fieldId: leadFieldId(name, of), message }] : []
          })}
          attempt={attempt}
        />
      )}
      <TextField {...field('name')} autoComplete="given-name" maxLength={leadLimits.name} />
      <div className={styles.names}>
        <TextField {...field('surname1')} autoComplete="family-name" maxLength={leadLimits.name} />
        <TextField {...field('surname2')} isOptional autoComplete="off" maxLength={leadLimits.name} />
      </div>
      <TextField {...field('email')} type="email" autoComplete="email" maxLength={leadLimits.email} />
      <TextField
        {...field('telephone')}
        type="tel"
        autoComplete="tel"
        width="medium"
        maxLength={leadLimits.typedPhone}
      />
      <fieldset
        {...aroundHours}
        className={styles.slots}
        aria-describedby={hoursError ? hoursErrorId : undefined}
        data-invalid={hoursError ? true : undefined}
      >
        <legend>{t('fields.contactHours')}</legend>
        {hoursError && <FieldError id={hoursErrorId}>{hoursError}</FieldError>}
        <div className={styles.choices}>
          {slots.map((slot, at) => {
            const [from, to] = contactSlots[slot]
            return (
              <Checkbox
                key={slot}
                id={at === 0 ? leadFieldId(name, 'contactHours') : undefined}
                name="contactHours"
                value={slot}
                label={t('slot', { from, to })}
                checked={values.contactHours.includes(slot)}
                onChange={({ target }) =>
                  set({
                    contactHours: slots.filter((each) =>
                      each === slot ? target.checked : values.contactHours.includes(each),
                    ),
                  })
                }
              />
            )
          })}
        </div>
      </fieldset>
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
      {hasConsented ? (
        <p className="note">{t('consented')}</p>
      ) : (
        <Checkbox
          id={leadFieldId(name, 'consent')}
          name="consent"
          label={t('consent', { name: organization.name })}
          error={problems.consent}
          checked={values.consent}
          onChange={({ target }) => set({ consent: target.checked })}
        />
      )}
      <p className="note">
        {t.rich('privacy', { link: (children) => <LegalTextLink to="privacy">{children}</LegalTextLink> })}
      </p>
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

function leadFieldId(form: string, field: LeadField): string {
  return `lead-${form}-${field}`
}
