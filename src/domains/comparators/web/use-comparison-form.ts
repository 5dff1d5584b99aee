import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { type RefusedFields, refusedFieldsOf } from '#kit/refused-fields.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { draftOwnerOf, useDraft } from '#kit/web/use-draft.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { electricityAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import type { Comparison, ElectricityInvoice, GasInvoice } from '../api.ts'
import type { Problems } from '../invoice-rules.ts'
import { emptyValues, type FieldName, formatForInput, type Values } from './form-values.ts'
import type { Ambiguous } from './parse-form.ts'
import { compareElectricityInvoice, compareGasInvoice, type Energy, tariffsQuery } from './queries.ts'

export type InvoiceComparison = { comparison: Comparison; invoice: ElectricityInvoice | GasInvoice }

/**
 * The problems of a form: those that its rules find, shown in the language of the page, and those that the server
 * reported.
 */
type FormProblems = { codes: Problems; ambiguous: Ambiguous; refused: RefusedFields }
const noProblems: FormProblems = { codes: {}, ambiguous: {}, refused: {} }

const explainedRefusals = ['no_offers', 'tax_unknown', 'too_many_attempts'] as const

/** Returns the state of a comparison form: the draft survives errors, language changes and the result. */
export function useComparisonForm(energy: Energy, cups: string) {
  const t = useTranslations('comparators')
  const outageText = useOutageText()
  const fieldErrorsOf = useFieldErrors('comparators')
  const send = useSend()
  const { now, signedIn } = useBoot()
  const locale = useLocale()
  const { data: offered } = useQuery(tariffsQuery(send, energy))
  // Nearly all homes have the first tariff.
  const [first] = electricityAccessTariffs
  const hasDefaultTariff = energy === 'electricity' && (offered?.some(({ id }) => id === first!.id) ?? true)
  const defaultTariff = hasDefaultTariff ? String(first!.id) : ''
  const { values, change } = useDraft<Values>(`compare:${energy}:${draftOwnerOf(signedIn)}`, {
    ...emptyValues,
    cups,
    accessTariff: defaultTariff,
  })
  const [problems, setProblems] = useState<FormProblems>(noProblems)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [compared, setCompared] = useState<InvoiceComparison | null>(null)
  const isSubmitting = useRef(false)
  const today = calendarDayOf(new Date(now))

  const set = (changed: Partial<Values>) => change((before) => ({ ...before, ...changed }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting.current) return
    isSubmitting.current = true
    setBusy(true)
    setFailure(null)
    try {
      await compare()
    } catch (thrown) {
      explain(thrown)
    }
    isSubmitting.current = false
    setBusy(false)
  }

  async function compare() {
    // The form is shown before its validation is loaded.
    const { parseElectricityForm, parseGasForm } = await import('./parse-form.ts')
    const parsed =
      energy === 'electricity'
        ? parseElectricityForm(values, { today, locale })
        : parseGasForm(values, { today, locale })
    setProblems({ ...noProblems, codes: parsed.problems, ambiguous: parsed.ambiguous })
    setAttempt(attempt + 1)
    if (Object.keys(parsed.problems).length > 0) return
    const comparing =
      energy === 'electricity'
        ? compareElectricityInvoice(send, parsed.body as ElectricityInvoice)
        : compareGasInvoice(send, parsed.body as GasInvoice)
    // The component that shows the result is loaded in parallel.
    const [comparison] = await Promise.all([comparing, import('./comparison-result.tsx')])
    setCompared({ comparison, invoice: parsed.body })
  }

  function describeProblems({ codes, ambiguous, refused }: FormProblems): Partial<Record<FieldName, string>> {
    const describeProblem = ([field, code]: [string, string | undefined]) => {
      const { grouped, decimal } = ambiguous[field as FieldName] ?? {}
      if (grouped === undefined || decimal === undefined) return [field, t(`fieldErrors.${code as 'required'}`)]
      return [field, t('fieldErrors.number_ambiguous', { grouped, decimal: formatForInput(decimal, locale) })]
    }
    const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, [first]]) => [field, first])
    return { ...Object.fromEntries(sentences), ...Object.fromEntries(Object.entries(codes).map(describeProblem)) }
  }

  function explain(thrown: unknown) {
    const refused = refusedFieldsOf(thrown)
    if (!refused) return setFailure(thrown)
    setProblems({ ...noProblems, refused })
  }

  function textOf(thrown: unknown): string {
    const code = explainedRefusals.find((refusal) => isRefused(thrown) && refusal === thrown.code)
    return code ? t(`refusals.${code}`) : (outageText(thrown) ?? t('failedWords'))
  }

  return {
    energy,
    values,
    set,
    /** Sets fields from an external source, and clears their earlier problems. */
    fill(parsed: Partial<Values>) {
      set(parsed)
      setProblems((before) => ({ ...before, codes: without(before.codes), refused: without(before.refused) }))

      function without<ByField extends object>(problemsByField: ByField): ByField {
        return Object.fromEntries(Object.entries(problemsByField).filter(([field]) => !(field in parsed))) as ByField
      }
    },
    problems: describeProblems(problems),
    failure: failure === null ? null : textOf(failure),
    attempt,
    isBusy,
    submit,
    today,
    compared,
    back: () => setCompared(null),
  }
}

export type ComparisonForm = ReturnType<typeof useComparisonForm>

/** Returns the element id of a field's control, which the error summary links to. */
export function fieldId(field: string): string {
  return `compare-${field}`
}
