import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import type { RefusedFields } from '#kit/refused-fields.ts'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import type { StepName } from '../../wizard.ts'
import { useProblemText } from './use-problem-text.ts'
import { useRefusalText } from './use-refusal-text.ts'

/** Why something was not accepted: a reason with a text of its own, or the thrown error. */
export type FailureReason = { reason: 'leadOver' | 'linkClosed' | 'linkOver' } | { thrown: unknown }

/**
 * The problems of a step by field, as codes or as refused by the server, and why it was not accepted; or what happened
 * to the link that led to it.
 */
export type StepMessages = {
  step: StepName
  codes: Record<string, string>
  refused: RefusedFields
  failure: FailureReason | null
  news: FailureReason | null
}
const noMessages: Omit<StepMessages, 'step'> = { codes: {}, refused: {}, failure: null, news: null }

/** Holds the problems of the shown step. They are shown on that step only, and dropped once it is left. */
export function useStepMessages(current: StepName) {
  const problemText = useProblemText()
  const failureText = useFailureText()
  const fieldErrorsOf = useFieldErrors('contracting')
  const [messages, setMessages] = useState<StepMessages>({ ...noMessages, step: current })
  const [last, setLast] = useState(current)
  if (last !== current) {
    setLast(current)
    if (messages.step !== current) setMessages({ ...noMessages, step: current })
  }
  const { codes, refused, failure, news } = messages.step === current ? messages : noMessages
  const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, texts]) => [field, texts.join(' ')])
  const ownSentences = Object.entries(codes).map(([field, code]) => [field, problemText(code)])

  /** Shows the problems of a step, or of sending it; of the current step unless another is named. */
  function showMessages(changed: Partial<StepMessages>) {
    setMessages({ ...noMessages, step: current, ...changed })
  }

  return {
    errors: { ...Object.fromEntries(sentences), ...Object.fromEntries(ownSentences) } as Record<string, string>,
    failure: failure && failureText(failure),
    news: news && failureText(news),
    say: showMessages,
  }
}

function useFailureText() {
  const t = useTranslations('contracting.wizard.failures')
  const outageText = useOutageText()
  const refusalText = useRefusalText()
  return (reason: FailureReason): string => {
    if ('reason' in reason) return t(reason.reason)
    const { thrown } = reason
    return outageText(thrown) ?? (isRefused(thrown) ? refusalText(thrown.code) : t('connectivity'))
  }
}
