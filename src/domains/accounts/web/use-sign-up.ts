import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { failureCodeOf } from '#kit/failure-code.ts'
import { commonCodeOf } from '#kit/outage.ts'
import { useDraft } from '#kit/web/form/use-draft.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import {
  draftIdleMs,
  emptySignUp,
  fieldOfProblem,
  knownProblems,
  type SignUpField,
  type SignUpProblem,
} from '../rules.ts'

/** Holds what is typed for a sign-up, sends it, and describes what is wrong with it. */
export function useSignUp(onSent: (body: string) => void) {
  const t = useTranslations('accounts')
  const tApp = useTranslations('app.refusals')
  const send = useSend()
  const { signup: optionalFields } = useSettings()
  const { failed = '' } = useSearch({ strict: false }) as SearchParams
  const { values, change, forget } = useDraft('sign-up', emptySignUp, { idleMs: draftIdleMs })
  const [problems, setProblems] = useState<SignUpProblem[]>(knownProblems(failed.split(',')))
  const [sentences, setSentences] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<string | null>(() => refusalCodes.find((code) => code === failed) ?? null)
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setAttempt(attempt + 1)
    try {
      const { sendSignUp } = await import('./send-sign-up.ts')
      const { problems, errors, body } = await sendSignUp(send, values, optionalFields)
      setProblems(problems)
      setSentences(errors)
      setRefused(null)
      if (problems.length || errors.length) return
      forget()
      onSent(body)
    } catch (failure) {
      setProblems([])
      setSentences([])
      setRefused(failureCodeOf(failure))
    } finally {
      setSending(false)
    }
  }

  function refusalMessage(code: string): string {
    const known = refusalCodes.find((each) => each === code)
    if (known) return t(`refusals.${known}`)
    return tApp(commonCodeOf(code))
  }

  function errorOf(name: SignUpField): string | undefined {
    const problem = problems.find((each) => fieldOfProblem(each) === name)
    return problem && t(`fieldErrors.${problem}`)
  }

  const errors = refused === null ? sentences : [refusalMessage(refused)]
  return {
    ...{ values, change, optionalFields, errors, attempt, isSending, submit, errorOf },
    problems: problems.map((problem) => ({
      fieldId: signUpFieldId(fieldOfProblem(problem)),
      message: t(`fieldErrors.${problem}`),
    })),
  }
}

/** The state of a sign-up, and what can be done with it. */
export type SignUp = ReturnType<typeof useSignUp>

/** Returns the element id of a field's control, which the error summary links to. */
export function signUpFieldId(name: SignUpField): string {
  return `sign-up-${name}`
}

const refusalCodes = ['signup_closed', 'password_login_off', 'too_many_attempts'] as const
