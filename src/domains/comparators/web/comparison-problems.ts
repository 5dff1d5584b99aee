import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import type { RefusedFields } from '#kit/refused-fields.ts'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { useFieldErrors } from '#kit/web/form/use-field-errors.ts'
import type { Problems } from '../invoice-rules.ts'
import { type FieldName, formatForInput, type Values } from './form-values.ts'
import type { Ambiguous } from './parse-form.ts'

/**
 * The problems of a form: those that its rules find, shown in the language of the page, and those that the server
 * reported.
 */
export type FormProblems = { codes: Problems; ambiguous: Ambiguous; refused: RefusedFields }

/** No problems. */
export const noProblems: FormProblems = { codes: {}, ambiguous: {}, refused: {} }

const explainedRefusals = ['no_offers', 'tax_unknown', 'too_many_attempts'] as const

/** Returns the messages of the problems of a form, by field. */
export function useProblemTexts(): (problems: FormProblems) => Partial<Record<FieldName, string>> {
  const t = useTranslations('comparators')
  const fieldErrorsOf = useFieldErrors('comparators')
  const locale = useLocale()
  return ({ codes, ambiguous, refused }) => {
    const describeProblem = ([field, code]: [string, string | undefined]) => {
      const { grouped, decimal } = ambiguous[field as FieldName] ?? {}
      if (grouped === undefined || decimal === undefined) return [field, t(`fieldErrors.${code as 'required'}`)]
      return [field, t('fieldErrors.number_ambiguous', { grouped, decimal: formatForInput(decimal, locale) })]
    }
    const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, [first]]) => [field, first])
    return { ...Object.fromEntries(sentences), ...Object.fromEntries(Object.entries(codes).map(describeProblem)) }
  }
}

/** Returns the message of a failed comparison. */
export function useComparisonFailureText(): (thrown: unknown) => string {
  const t = useTranslations('comparators')
  const outageText = useOutageText()
  return (thrown) => {
    const code = explainedRefusals.find((refusal) => isRefused(thrown) && refusal === thrown.code)
    return code ? t(`refusals.${code}`) : (outageText(thrown) ?? t('failedText'))
  }
}

/** Returns the problems without those of the fields that are filled. */
export function withoutFields({ codes, ambiguous, refused }: FormProblems, filled: Partial<Values>): FormProblems {
  return { codes: without(codes), ambiguous, refused: without(refused) }

  function without<ByField extends object>(problemsByField: ByField): ByField {
    return Object.fromEntries(Object.entries(problemsByField).filter(([field]) => !(field in filled))) as ByField
  }
}
