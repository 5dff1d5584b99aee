import type { MarketDay } from '#vocabulary/day.ts'
import { writtenUnits } from '#vocabulary/decimal.ts'
import type { ElectricityInvoice, GasInvoice } from '../api.ts'
import {
  type AskedElectricity,
  comparedTariff,
  type EnergyField,
  electricityProblems,
  energyFields,
  fieldsOf,
  gasProblems,
  type Problems,
} from '../rules.ts'

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

type Read<Body> = { body: Body; problems: Problems }

/** What an electricity form asks to compare, and what is wrong with it; then the body is not to be sent. */
export function readElectricity(values: Values, today: MarketDay): Read<ElectricityInvoice> {
  const tariff = comparedTariff(values.accessTariff)
  const fields = tariff ? fieldsOf(tariff.name) : { energy: energyFields.slice(0, 1), hasSecondPower: false }
  const numbers = ['power', ...(fields.hasSecondPower ? (['power2'] as const) : []), ...fields.energy] as const
  const read = { ...ofInvoice(values), ...numbersOf(values, numbers, 3) }
  return withProblems(values, [...numbers, 'invoiceAmount'], read, electricityProblems(read as AskedElectricity, today))
}

/** The same for gas. */
export function readGas(values: Values, today: MarketDay): Read<GasInvoice> {
  const read = { ...ofInvoice(values), ...numbersOf(values, ['p1'], 3) }
  return withProblems(values, ['p1', 'invoiceAmount'], read, gasProblems(read, today))
}

function withProblems<Body>(
  values: Values,
  numbers: readonly FieldName[],
  body: object,
  problems: Problems,
): Read<Body> {
  const wrong = numbers.filter((field) => values[field].trim() !== '' && numberOf(values[field], 3) === null)
  return {
    body: body as Body,
    problems: { ...problems, ...Object.fromEntries(wrong.map((field) => [field, 'number_invalid'])) },
  }
}

function ofInvoice({ cups, postcode, comerOrigin, startDate, endDate, accessTariff, invoiceAmount }: Values) {
  return {
    cups,
    postcode: postcode.trim() || null,
    comerOrigin: comerOrigin === '' ? null : Number(comerOrigin),
    startDate,
    endDate,
    accessTariff,
    invoiceAmount: numberOf(invoiceAmount, 2),
  }
}

function numbersOf(values: Values, fields: readonly FieldName[], decimals: number) {
  return Object.fromEntries(fields.map((field) => [field, numberOf(values[field], decimals)]))
}

function numberOf(text: string, decimals: number): number | null {
  const units = writtenUnits(text, decimals)
  return units === null ? null : units / 10 ** decimals
}

/** A number as it is typed in a language: with its comma. */
export function typed(value: number | string, locale: string): string {
  return locale === 'en' ? String(value) : String(value).replace('.', ',')
}
