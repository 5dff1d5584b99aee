import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LegalTextLink } from '#domains/operator/web/legal-text-link.tsx'
import { useSettings } from '#domains/operator/web/settings.ts'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { isRefused } from '#kit/refusal.ts'
import { type RefusedField, type RefusedFields, refusedFields } from '#kit/refused-fields.ts'
import { Button } from '#kit/web/button.tsx'
import { Checkbox } from '#kit/web/checkbox.tsx'
import { ErrorSummary } from '#kit/web/error-summary.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { FieldError, useUncorrected } from '#kit/web/field.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { spaced } from '#kit/web/spaced.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { draftOwner, useDraft } from '#kit/web/use-draft.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import type { LeadContact } from '../lead-contact.ts'
import { type ContactSlot, contactSlots, leadLimits } from '../rules.ts'
import styles from './lead-form.module.css'
import { leadConsentQuery } from './queries.ts'

type LeadFormProps = {
  /** What it is about, by which what is typed is kept in the tab: `power`. */
  name: string
  /** What pressing the button does. */
  action: string
  /** Whether an invoice goes with it. */
  invoice?: 'none' | 'optional' | 'required'
  /** Sends the details with what they are about; the form is emptied once it is done, and keeps everything when it throws. */
  onSend: (contact: LeadContact) => Promise<unknown>
}

type Values = {
  name: string
  surname1: string
  surname2: string
  email: string
  telephone: string
  contactHours: readonly ContactSlot[]
  consent: boolean
  files: readonly SentUpload[]
}

const fields = ['name', 'surname1', 'surname2', 'email', 'telephone', 'contactHours', 'invoice', 'consent'] as const
type Field = (typeof fields)[number]
type TextName = 'name' | 'surname1' | 'surname2' | 'email' | 'telephone'
type Problems = Partial<Record<Field, string>>

const slots = Object.keys(contactSlots) as ContactSlot[]

/**
 * Where somebody leaves their details so that they are called: who they are, when it suits them, an invoice where it helps,
 * and their consent, unless they have given it before. Its texts are those of `leads` and `uploads`.
 */
export function LeadForm({ name, action, invoice = 'none', onSend }: LeadFormProps) {
  const t = useTranslations('leads')
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors('leads')
  const send = useSend()
  const { signedIn } = useBoot()
  const { organization } = useSettings()
  const readonlyReason = useReadonlyReason()
  const { data: known } = useQuery({ ...leadConsentQuery(send), enabled: signedIn !== null })
  const hasConsented = known?.consented ?? false
  // Somebody else who signs in in the same tab finds nothing of it.
  const { values, change, forget } = useDraft<Values>(`lead:${name}:${draftOwner(signedIn)}`, {
    name: '',
    surname1: '',
    surname2: '',
    email: signedIn?.email ?? '',
    telephone: '',
    contactHours: [],
    consent: false,
    files: [],
  })
  const [wrongFields, setWrongFields] = useState<readonly Field[]>([])
  const [refused, setRefused] = useState<RefusedFields>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const set = (changed: Partial<Values>) => change((before) => ({ ...before, ...changed }))
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
    const { files, ...typed } = values
    const answers = {
      ...typed,
      contactHours: [...typed.contactHours],
      consent: hasConsented || typed.consent,
      ...(files[0] && { invoice: { id: files[0].id } }),
    }
    try {
      const { readContact } = await import('./read-contact.ts')
      const read = readContact(answers)
      const wrong = 'problems' in read ? Object.keys(read.problems) : []
      if (invoice === 'required' && files.length === 0) wrong.push('invoice')
      setWrongFields(fields.filter((field) => wrong.includes(field)))
      setRefused({})
      if (wrong.length > 0 || 'problems' in read) return
      await onSend(read.contact)
      forget()
    } catch (thrown) {
      explain(thrown)
    } finally {
      setSending(false)
    }
  }

  function explain(thrown: unknown) {
    // The details may stand inside something larger: `contact.email`.
    const ofFields = Object.entries(refusedFields(thrown) ?? {}).flatMap(([path, [first]]) => {
      const field = fields.find((each) => path.split('.').includes(each))
      return field && first ? [[field, [first]] as [Field, RefusedField[]]] : []
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
  const problems: Problems = { ...ownSentences, ...Object.fromEntries(sentences) }

  const { error: hoursError, around: aroundHours } = useUncorrected<HTMLFieldSetElement>(problems.contactHours)

  const field = (of: TextName) => ({
    id: idOf(name, of),
    name: of,
    label: t(`fields.${of}`),
    error: problems[of],
    value: values[of],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [of]: target.value }),
  })

  const hoursErrorId = `${idOf(name, 'contactHours')}-error`
  return (
    <form
      className={spaced(styles.form, styles.withScript)}
      method="post"
      noValidate
      data-needs-script
      onSubmit={submit}
    >
      <Failure>{failure !== null && textOf(failure)}</Failure>
      {Object.keys(problems).length > 0 && (
        <ErrorSummary
          problems={fields.flatMap((of) => {
            const message = problems[of]
            return message ? [{ fieldId: idOf(name, of), message }] : []
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
                id={at === 0 ? idOf(name, 'contactHours') : undefined}
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
          id={idOf(name, 'invoice')}
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
          id={idOf(name, 'consent')}
          name="consent"
          label={t('consent', { name: organization.name })}
          error={problems.consent}
          checked={values.consent}
          onChange={({ target }) => set({ consent: target.checked })}
        />
      )}
      <p className="note">
        {t.rich('privacy', { link: (words) => <LegalTextLink to="privacy">{words}</LegalTextLink> })}
      </p>
      <div className="line">
        <Button
          type="submit"
          isBusy={isSending}
          whyNot={readonlyReason ?? (uploads.isUnderWay ? t('waitForFile') : uploads.unsent)}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}

function idOf(form: string, field: Field): string {
  return `lead-${form}-${field}`
}
