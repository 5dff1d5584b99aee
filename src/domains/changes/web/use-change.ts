import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '#kit/failure-code.ts'
import { freshAuthenticationRequired, isRefused } from '#kit/refusal.ts'
import { type RefusedFields, refusedFields, withCodes } from '#kit/refused-fields.ts'
import { toldErrors } from '#kit/told-errors.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useSeenVersion } from '#kit/web/use-seen-version.ts'
import type { SignatureAsked } from '../api.ts'
import { contractsKey } from './queries.ts'

/** Where the asking for a change stands: filled in, checked, on its way, waiting for its signature, or not asked. */
export type ChangeStep =
  | { kind: 'selecting' }
  | { kind: 'checking' }
  | { kind: 'submitting' }
  | { kind: 'success'; asked: SignatureAsked }
  | { kind: 'error'; code: string }

/** What is wrong with each field, in words, by the field's name on the wire. */
export type Problems = Record<string, string>

/** The codes of `fieldErrors` by field, as rules answer them. */
export type ProblemCodes = Record<string, string | undefined>

/** What is wrong: as rules say, told in the language of the page, and as the server said. */
type Found = { codes: Record<string, string>; refused: RefusedFields }
const nothingFound: Found = { codes: {}, refused: {} }

type Asked = {
  /** What is wrong with what was filled in. */
  check: () => ProblemCodes
  ask: (version: string | undefined) => Promise<SignatureAsked>
  /** Of what is changed, as it was read. */
  version?: string | undefined
}

/** The asking for a change, step by step. What the server finds wrong with a field leads back to the form. */
export function useChange({ check, ask, version }: Asked) {
  const t = useTranslations('changes.fieldErrors')
  const fieldErrorsOf = useFieldErrors('changes')
  const queryClient = useQueryClient()
  const [step, setStep] = useState<ChangeStep>({ kind: 'selecting' })
  const [found, setFound] = useState<Found>(nothingFound)
  const [attempt, setAttempt] = useState(0)
  const seen = useSeenVersion(version)

  function show(next: Found) {
    setFound(next)
    setAttempt(attempt + 1)
    return Object.keys({ ...next.codes, ...next.refused }).length > 0
  }

  /** Shows what the server said of fields, if it did. */
  function showTold(refused: RefusedFields = {}) {
    return show({ ...nothingFound, refused })
  }

  function inWords({ codes, refused }: Found): Problems {
    const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, texts]) => [field, texts.join(' ')])
    return {
      ...Object.fromEntries(sentences),
      ...Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, t(code as never)])),
    }
  }

  async function submit() {
    setStep({ kind: 'submitting' })
    try {
      const asked = await ask(seen.version)
      if (showTold(withCodes(toldErrors(asked) ?? {}))) setStep({ kind: 'selecting' })
      else setStep({ kind: 'success', asked })
    } catch (failure) {
      const code = codeOf(failure)
      const fields = isRefused(failure) && failure.status === 400 ? refusedFields(failure) : undefined
      // Whoever would rather not prove who they are is back where they asked.
      if (code === freshAuthenticationRequired) return setStep({ kind: 'checking' })
      if (seen.note(failure) || showTold(fields)) setStep({ kind: 'selecting' })
      else setStep({ kind: 'error', code })
    }
    // The contract says now that it waits, or why it cannot be changed.
    await queryClient.invalidateQueries({ queryKey: contractsKey })
  }

  return {
    current: seen.current,
    step,
    problems: inWords(found),
    attempt,
    review() {
      const codes = Object.entries(check()).filter((entry): entry is [string, string] => entry[1] !== undefined)
      if (!show({ ...nothingFound, codes: Object.fromEntries(codes) })) setStep({ kind: 'checking' })
    },
    correct: () => setStep({ kind: 'selecting' }),
    submit,
  }
}
export type Change = ReturnType<typeof useChange>

/** The id of a field, by which the summary of errors finds it. */
export function fieldIdOf(field: string): string {
  return `change-${field}`
}
