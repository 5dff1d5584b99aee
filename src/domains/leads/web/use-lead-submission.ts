import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import type { RefusedFields } from '#kit/refused-fields.ts'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import type { LeadContact } from '../lead-contact.ts'
import { type LeadField, type LeadFormValues, type LeadProblems, leadFields, refusedLeadFields } from './lead-fields.ts'

type LeadSubmissionDeps = {
  values: LeadFormValues
  hasConsented: boolean
  needsInvoice: boolean
  onSend: (contact: LeadContact) => Promise<unknown>
  onSent: () => void
}

/** Validates and sends the contact details, and describes what is wrong with them. */
export function useLeadSubmission({ values, hasConsented, needsInvoice, onSend, onSent }: LeadSubmissionDeps) {
  const t = useTranslations('leads')
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors('leads')
  const [wrongFields, setWrongFields] = useState<readonly LeadField[]>([])
  const [refused, setRefused] = useState<RefusedFields>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

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
      if (needsInvoice && files.length === 0) invalid.push('invoice')
      setWrongFields(leadFields.filter((field) => invalid.includes(field)))
      setRefused({})
      if (invalid.length > 0 || 'problems' in parsed) return
      await onSend(parsed.contact)
      onSent()
    } catch (thrown) {
      showRefusal(thrown)
    } finally {
      setSending(false)
    }
  }

  function showRefusal(thrown: unknown) {
    const ofFields = refusedLeadFields(thrown)
    setRefused(ofFields)
    if (Object.keys(ofFields).length === 0) setFailure(thrown)
  }

  function textOf(thrown: unknown): string {
    const isTooOften = isRefused(thrown) && thrown.code === 'too_many_attempts'
    return isTooOften ? t('tooMany') : (outageText(thrown) ?? t('failed'))
  }

  const ownSentences = Object.fromEntries(wrongFields.map((field) => [field, t(`problems.${field}`)]))
  const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, [first]]) => [field, first])
  const problems: LeadProblems = { ...ownSentences, ...Object.fromEntries(sentences) }
  return { submit, problems, failureText: failure === null ? null : textOf(failure), attempt, isSending }
}
