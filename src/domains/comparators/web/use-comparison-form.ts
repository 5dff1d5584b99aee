import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isRefused } from '#kit/refusal.ts'
import { type RefusedFields, refusedFields } from '#kit/refused-fields.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { draftOwner, useDraft } from '#kit/web/use-draft.ts'
import { useFieldErrors } from '#kit/web/use-field-errors.ts'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { electricityAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import type { Comparison, ElectricityInvoice, GasInvoice } from '../api.ts'
import type { Problems } from '../invoice-rules.ts'
import { emptyValues, type FieldName, typed, type Values } from './form-values.ts'
import { compareElectricityInvoice, compareGasInvoice, type Energy, tariffsQuery } from './queries.ts'
import type { Ambiguous } from './read-form.ts'

export type Compared = { comparison: Comparison; invoice: ElectricityInvoice | GasInvoice }

/** What is wrong with the form: as its rules say, told in the language of the page, and as the server said. */
type Found = { codes: Problems; ambiguous: Ambiguous; refused: RefusedFields }
const nothingFound: Found = { codes: {}, ambiguous: {}, refused: {} }

const toldRefusals = ['no_offers', 'tax_unknown', 'too_many_attempts'] as const

/** The form of a comparison: what is typed outlives errors, languages and the result. */
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
  const isUsual = energy === 'electricity' && (offered?.some(({ id }) => id === first!.id) ?? true)
  const usualTariff = isUsual ? String(first!.id) : ''
  const { values, change } = useDraft<Values>(`compare:${energy}:${draftOwner(signedIn)}`, {
    ...emptyValues,
    cups,
    accessTariff: usualTariff,
  })
  const [problems, setProblems] = useState<Found>(nothingFound)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [compared, setCompared] = useState<Compared | null>(null)
  const isUnderWay = useRef(false)
  const today = calendarDayOf(new Date(now))

  const set = (changed: Partial<Values>) => change((before) => ({ ...before, ...changed }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setFailure(null)
    try {
      await compare()
    } catch (thrown) {
      explain(thrown)
    }
    isUnderWay.current = false
    setBusy(false)
  }

  async function compare() {
    // The form is there before what checks it.
    const { readElectricity, readGas } = await import('./read-form.ts')
    const read =
      energy === 'electricity' ? readElectricity(values, { today, locale }) : readGas(values, { today, locale })
    setProblems({ ...nothingFound, codes: read.problems, ambiguous: read.ambiguous })
    setAttempt(attempt + 1)
    if (Object.keys(read.problems).length > 0) return
    const comparing =
      energy === 'electricity'
        ? compareElectricityInvoice(send, read.body as ElectricityInvoice)
        : compareGasInvoice(send, read.body as GasInvoice)
    // What shows the result comes along with it.
    const [comparison] = await Promise.all([comparing, import('./result.tsx')])
    setCompared({ comparison, invoice: read.body })
  }

  function inWords({ codes, ambiguous, refused }: Found): Partial<Record<FieldName, string>> {
    const inWord = ([field, code]: [string, string | undefined]) => {
      const { grouped, decimal } = ambiguous[field as FieldName] ?? {}
      if (grouped === undefined || decimal === undefined) return [field, t(`fieldErrors.${code as 'required'}`)]
      return [field, t('fieldErrors.number_ambiguous', { grouped, decimal: typed(decimal, locale) })]
    }
    const sentences = Object.entries(fieldErrorsOf(refused)).map(([field, [first]]) => [field, first])
    return { ...Object.fromEntries(sentences), ...Object.fromEntries(Object.entries(codes).map(inWord)) }
  }

  function explain(thrown: unknown) {
    const refused = refusedFields(thrown)
    if (!refused) return setFailure(thrown)
    setProblems({ ...nothingFound, refused })
  }

  function textOf(thrown: unknown): string {
    const code = toldRefusals.find((refusal) => isRefused(thrown) && refusal === thrown.code)
    return code ? t(`refusals.${code}`) : (outageText(thrown) ?? t('failedWords'))
  }

  return {
    energy,
    values,
    set,
    /** Sets what was read off somewhere: what was wrong with these fields before is nobody's concern any more. */
    fill(read: Partial<Values>) {
      set(read)
      setProblems((before) => ({ ...before, codes: without(before.codes), refused: without(before.refused) }))

      function without<Kept extends object>(found: Kept): Kept {
        return Object.fromEntries(Object.entries(found).filter(([field]) => !(field in read))) as Kept
      }
    },
    problems: inWords(problems),
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

/** The id of the control of a field, to which the summary of errors leads. */
export function fieldId(field: string): string {
  return `compare-${field}`
}
