import type { EnergyField } from '../rules.ts'

/** The form as it is typed, by the names of the wire. */
export type Values = Record<
  | 'cups'
  | 'postcode'
  | 'power'
  | 'power2'
  | 'comerOrigin'
  | 'accessTariff'
  | 'startDate'
  | 'endDate'
  | 'invoiceAmount'
  | EnergyField,
  string
>
export type FieldName = keyof Values

/** Nothing typed yet; nearly all homes have the first tariff. */
export const emptyValues: Values = {
  cups: '',
  postcode: '',
  power: '',
  power2: '',
  comerOrigin: '',
  accessTariff: '',
  startDate: '',
  endDate: '',
  invoiceAmount: '',
  p1: '',
  p2: '',
  p3: '',
  p4: '',
  p5: '',
  p6: '',
}

/** A number as it is typed in a language: with its comma. */
export function typed(value: number | string, locale: string): string {
  return locale === 'en' ? String(value) : String(value).replace('.', ',')
}
