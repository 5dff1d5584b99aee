import { type FormEvent, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { refusedFieldsOf } from '#kit/refused-fields.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Send } from '#kit/web/send.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Comparison, ElectricityInvoice, GasInvoice } from '../api.ts'
import {
  type FormProblems,
  noProblems,
  useComparisonFailureText,
  useProblemTexts,
  withoutFields,
} from './comparison-problems.ts'
import type { Values } from './form-values.ts'
import { compareElectricityInvoice, compareGasInvoice, type Energy } from './queries.ts'

/** An invoice and what was compared with it. */
export type InvoiceComparison = { comparison: Comparison; invoice: ElectricityInvoice | GasInvoice }

/** Validates and compares what is typed, and holds the result, or what is wrong. */
export function useComparison(energy: Energy, values: Values, today: MarketDay) {
  const send = useSend()
  const locale = useLocale()
  const describeProblems = useProblemTexts()
  const textOf = useComparisonFailureText()
  const [problems, setProblems] = useState<FormProblems>(noProblems)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [compared, setCompared] = useState<InvoiceComparison | null>(null)
  const isSubmitting = useRef(false)

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
    // The component that shows the result is loaded in parallel.
    const [comparison] = await Promise.all([sendInvoice(send, energy, parsed.body), import('./comparison-result.tsx')])
    setCompared({ comparison, invoice: parsed.body })
  }

  function explain(thrown: unknown) {
    const refused = refusedFieldsOf(thrown)
    if (!refused) return setFailure(thrown)
    setProblems({ ...noProblems, refused })
  }

  return {
    problems: describeProblems(problems),
    failure: failure === null ? null : textOf(failure),
    ...{ attempt, isBusy, submit, compared },
    back: () => setCompared(null),
    /** Clears the problems of fields that are filled from an external source. */
    clearProblems: (filled: Partial<Values>) => setProblems((before) => withoutFields(before, filled)),
  }
}

function sendInvoice(send: Send, energy: Energy, invoice: ElectricityInvoice | GasInvoice): Promise<Comparison> {
  return energy === 'electricity'
    ? compareElectricityInvoice(send, invoice as ElectricityInvoice)
    : compareGasInvoice(send, invoice as GasInvoice)
}
