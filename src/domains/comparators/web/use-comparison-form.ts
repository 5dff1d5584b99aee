import { useQuery } from '@tanstack/react-query'
import { draftOwnerOf, useDraft } from '#kit/web/form/use-draft.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { electricityAccessTariffs } from '#vocabulary/access-tariffs.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { emptyValues, type Values } from './form-values.ts'
import { type Energy, tariffsQuery } from './queries.ts'
import { useComparison } from './use-comparison.ts'

/** Returns the state of a comparison form: the draft survives errors, language changes and the result. */
export function useComparisonForm(energy: Energy, cups: string) {
  const send = useSend()
  const { now, signedIn } = useBoot()
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
  const today = calendarDayOf(new Date(now))
  const { clearProblems, ...comparison } = useComparison(energy, values, today)
  const set = (changed: Partial<Values>) => change((before) => ({ ...before, ...changed }))

  return {
    energy,
    values,
    set,
    /** Sets fields from an external source, and clears their earlier problems. */
    fill(parsed: Partial<Values>) {
      set(parsed)
      clearProblems(parsed)
    },
    ...comparison,
    today,
  }
}

export type ComparisonForm = ReturnType<typeof useComparisonForm>

/** Returns the element id of a field's control, which the error summary links to. */
export function fieldId(field: string): string {
  return `compare-${field}`
}
