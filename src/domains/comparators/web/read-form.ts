import { parseCups } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { writtenUnits } from '#vocabulary/decimal.ts'
import type { ElectricityInvoice, GasInvoice } from '../api.ts'
import { electricityProblems, gasProblems, type Problems } from '../invoice-rules.ts'
import { comparedTariff, energyFields, fieldsOf } from '../rules.ts'
import type { FieldName, Values } from './form-values.ts'

type Read<Body> = { body: Body; problems: Problems }

/** What an electricity form asks to compare, and what is wrong with it; then the body is not to be sent. */
export function readElectricity(values: Values, today: MarketDay): Read<ElectricityInvoice> {
  const tariff = comparedTariff(values.accessTariff)
  const fields = tariff ? fieldsOf(tariff.name) : { energy: energyFields.slice(0, 1), hasSecondPower: false }
  const numbers = ['power', ...(fields.hasSecondPower ? (['power2'] as const) : []), ...fields.energy] as const
  const read = { ...ofInvoice(values), ...numbersOf(values, numbers, 3) }
  return withProblems(values, [...numbers, 'invoiceAmount'], read, electricityProblems(read, today))
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
    cups: parseCups(cups) ?? cups,
    mode: 'auto' as const,
    // Comparing keeps nothing, so nobody is asked for it; it is given with the contact.
    consent: false,
    postcode: postcode.trim() || null,
    comerOrigin: comerOrigin === '' ? null : Number(comerOrigin),
    startDate,
    endDate,
    accessTariff,
    invoiceAmount: numberOf(invoiceAmount, 2),
  }
}

function numbersOf<Field extends FieldName>(values: Values, fields: readonly Field[], decimals: number) {
  const read = fields.map((field) => [field, numberOf(values[field], decimals)])
  return Object.fromEntries(read) as Record<Field, number | null>
}

function numberOf(text: string, decimals: number): number | null {
  const units = writtenUnits(text, decimals)
  return units === null ? null : units / 10 ** decimals
}
