import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureCodeOf } from '#kit/failure-code.ts'
import { freshAuthenticationRequired, isRefused } from '#kit/refusal.ts'
import { addCodes, type RefusedFields, refusedFieldsOf } from '#kit/refused-fields.ts'
import { readReplyErrors } from '#kit/reply-errors.ts'
import { useEditVersion } from '#kit/web/form/use-edit-version.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import type { ChangeReply } from '../api.ts'
import { contractsKey } from './queries.ts'

/** The step of a change request: filling in, reviewing, sending, waiting for the signature, or not requested. */
export type ChangeStep =
  | { kind: 'selecting' }
  | { kind: 'checking' }
  | { kind: 'submitting' }
  | { kind: 'success'; reply: ChangeReply }
  | { kind: 'error'; code: string }

/** The error messages by the API name of the field. */
export type FieldMessages = Record<string, string>

/** The codes of `fieldErrors` by field, as the rules return them. */
export type ProblemCodes = Record<string, string | undefined>

/** The problems found: by the rules, in the language of the page, and by the server. */
type FormProblems = { codes: Record<string, string>; refused: RefusedFields }
const noProblems: FormProblems = { codes: {}, refused: {} }

type ChangeFormDeps = {
  /** Returns the problems of the input. */
  check: () => ProblemCodes
  request: (version: string | undefined) => Promise<ChangeReply>
  /** The version of the changed data, as read. */
  version?: string | undefined
}

/** Holds the state of a change request, step by step. Field errors from the server lead back to the form. */
export function useChangeForm({ check, request, version }: ChangeFormDeps) {
  const t = useTranslations('changes.fieldErrors')
  const fieldErrorsOf = useFieldErrors('changes')
  const queryClient = useQueryClient()
  const [step, setStep] = useState<ChangeStep>({ kind: 'selecting' })
  const [foundProblems, setFoundProblems] = useState<FormProblems>(noProblems)
  const [attempt, setAttempt] = useState(0)
  const seen = useEditVersion(version)

  function show(next: FormProblems) {
    setFoundProblems(next)
    setAttempt(attempt + 1)
    return Object.keys({ ...next.codes, ...next.refused }).length > 0
  }

  /** Shows the server's field errors, if any. */
  function showFieldErrors(refused: RefusedFields = {}) {
    return show({ ...noProblems, refused })
  }

  function toMessages({ codes, refused }: FormProblems): FieldMessages {
    const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, texts]) => [field, texts.join(' ')])
    return {
      ...Object.fromEntries(sentences),
      ...Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, t(code as never)])),
    }
  }

  async function submit() {
    setStep({ kind: 'submitting' })
    try {
      const reply = await request(seen.version)
      if (showFieldErrors(addCodes(readReplyErrors(reply) ?? {}))) setStep({ kind: 'selecting' })
      else setStep({ kind: 'success', reply })
    } catch (failure) {
      const code = failureCodeOf(failure)
      const fields = isRefused(failure) && failure.status === 400 ? refusedFieldsOf(failure) : undefined
      // A cancelled re-authentication leads back to the review.
      if (code === freshAuthenticationRequired) return setStep({ kind: 'checking' })
      if (seen.noteConflict(failure) || showFieldErrors(fields)) setStep({ kind: 'selecting' })
      else setStep({ kind: 'error', code })
    }
    // The contract now shows that it waits, or why it cannot be changed.
    await queryClient.invalidateQueries({ queryKey: contractsKey })
  }

  return {
    current: seen.current,
    step,
    problems: toMessages(foundProblems),
    attempt,
    review() {
      const codes = Object.entries(check()).filter((entry): entry is [string, string] => entry[1] !== undefined)
      if (!show({ ...noProblems, codes: Object.fromEntries(codes) })) setStep({ kind: 'checking' })
    },
    correct: () => setStep({ kind: 'selecting' }),
    submit,
  }
}
export type ChangeForm = ReturnType<typeof useChangeForm>

/** Returns the id of a field, by which the error summary links to it. */
export function changeFieldId(field: string): string {
  return `change-${field}`
}
