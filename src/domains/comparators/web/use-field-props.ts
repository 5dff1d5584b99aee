import type { ChangeEvent } from 'react'
import type { FieldName } from './form-values.ts'
import { type ComparisonForm, fieldId } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'

/** Returns the props of the controls of a comparison's fields, by field name. */
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
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: removeSign(target.value) }),
    }),
  }
}

/** Removes a sign, because no value here can be negative. */
export function removeSign(text: string): string {
  return text.replace(/[-−]/g, '')
}
