import { type EnergyField, energyFields, type PowerField, powerFields } from '../rules.ts'

/** The draft of the form, by API field name. */
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

/** The empty form; nearly all homes have the first tariff. */
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

/** The value chosen for a tariff that is not in the list. */
export const otherTariff = 'other'

/** Formats a number as a user types it in a language, with its decimal comma. */
export function formatForInput(value: number | string, locale: string): string {
  return locale === 'en' ? String(value) : String(value).replace('.', ',')
}
