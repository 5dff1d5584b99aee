import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import type { RefusedFields } from '#kit/refused-fields.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import type { StepName } from '../wizard.ts'
import { useProblemWords } from './use-problem-words.ts'
import { useRefusalWords } from './use-refusal-words.ts'

/** Why something was not taken: a reason with a sentence of its own, or what was thrown. */
export type Why = { reason: 'leadOver' | 'linkClosed' | 'linkOver' } | { thrown: unknown }

/**
 * What is wrong with a step, by its fields, as codes or as the server has refused them, and why it was not taken; or what
 * became of the link that led to it.
 */
export type Told = {
  at: StepName
  codes: Record<string, string>
  refused: RefusedFields
  failure: Why | null
  news: Why | null
}
const nothingTold: Omit<Told, 'at'> = { codes: {}, refused: {}, failure: null, news: null }

/** What is wrong with the step that is shown. It is told there alone, and no more once the step was left. */
export function useTold(current: StepName) {
  const wordsOf = useProblemWords()
  const textOf = useTextOfWhy()
  const fieldErrorsOf = useFieldErrors('contracting')
  const [told, setTold] = useState<Told>({ ...nothingTold, at: current })
  const [last, setLast] = useState(current)
  if (last !== current) {
    setLast(current)
    if (told.at !== current) setTold({ ...nothingTold, at: current })
  }
  const { codes, refused, failure, news } = told.at === current ? told : nothingTold
  const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, texts]) => [field, texts.join(' ')])
  const ownSentences = Object.entries(codes).map(([field, code]) => [field, wordsOf(code)])

  /** Tells what is wrong with a step, or with its being sent; of this one unless another is named. */
  function say(what: Partial<Told>) {
    setTold({ ...nothingTold, at: current, ...what })
  }

  return {
    errors: { ...Object.fromEntries(sentences), ...Object.fromEntries(ownSentences) } as Record<string, string>,
    failure: failure && textOf(failure),
    news: news && textOf(news),
    say,
  }
}

function useTextOfWhy() {
  const t = useTranslations('contracting.wizard.failures')
  const outageText = useOutageText()
  const refusalWords = useRefusalWords()
  return (why: Why): string => {
    if ('reason' in why) return t(why.reason)
    const { thrown } = why
    return outageText(thrown) ?? (isRefused(thrown) ? refusalWords(thrown.code) : t('connectivity'))
  }
}
