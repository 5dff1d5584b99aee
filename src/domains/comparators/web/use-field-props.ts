import type { ChangeEvent } from 'react'
import type { FieldName } from './form-values.ts'
import { type ComparisonForm, fieldId } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'

/** What the controls of the fields of a comparison are given, by the name of the field. */
export function useFieldProps({ energy, values, set, problems }: ComparisonForm) {
  const { names } = useFieldNames(energy)
  const field = (name: FieldName) => ({
    id: fieldId(name),
    name,
    label: names[name],
    error: problems[name],
    value: values[name],
  })
  return {
    field,
    onText: (name: FieldName) => ({
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set({ [name]: target.value }),
    }),
    amount: (name: FieldName) => ({
      ...field(name),
      inputMode: 'decimal' as const,
      autoComplete: 'off',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: unsigned(target.value) }),
    }),
  }
}

/** Nothing here is below zero, so that a sign is not even written. */
export function unsigned(text: string): string {
  return text.replace(/[-−]/g, '')
}
