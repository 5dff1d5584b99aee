import { type EnergyField, energyFields, type PowerField, powerFields } from '../rules.ts'

/** The form as it is typed, by the names of the wire. */
export type Values = Record<
  | 'cups'
  | 'postcode'
  | 'comerOrigin'
  | 'accessTariff'
  | 'startDate'
  | 'endDate'
  | 'invoiceAmount'
  | 'surplus'
  | PowerField
  | EnergyField,
  string
>
export type FieldName = keyof Values

/** Nothing typed yet; nearly all homes have the first tariff. */
export const emptyValues: Values = {
  cups: '',
  postcode: '',
  comerOrigin: '',
  accessTariff: '',
  startDate: '',
  endDate: '',
  invoiceAmount: '',
  surplus: '',
  ...blank(powerFields),
  ...blank(energyFields),
}

function blank<Field extends string>(fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, ''])) as Record<Field, string>
}

/** What is chosen instead of a tariff that is not in the list. */
export const otherTariff = 'other'

/** A number as it is typed in a language: with its comma. */
export function typed(value: number | string, locale: string): string {
  return locale === 'en' ? String(value) : String(value).replace('.', ',')
}
