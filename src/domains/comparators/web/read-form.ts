import { readTypedNumber, type TypedNumber } from '#kit/typed-number.ts'
import { parseCups } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { typedWatts } from '#vocabulary/typed-power.ts'
import type { ElectricityInvoice, GasInvoice } from '../api.ts'
import { electricityProblems, gasProblems, type Problems } from '../invoice-rules.ts'
import { comparedTariff, energyFields, fieldsOf, powerFields } from '../rules.ts'
import type { FieldName, Values } from './form-values.ts'

/** A number that can be read in two ways, by field. */
export type Ambiguous = Partial<Record<FieldName, Extract<TypedNumber, { kind: 'ambiguous' }>>>
type Read<Body> = { body: Body; problems: Problems; ambiguous: Ambiguous }
/** The day and the language of the form. */
type Circumstances = { today: MarketDay; locale: string }

/** What an electricity form asks to compare, and what is wrong with it; then the body is not to be sent. */
export function readElectricity(values: Values, { today, locale }: Circumstances): Read<ElectricityInvoice> {
  const tariff = comparedTariff(values.accessTariff)
  const fields = tariff ? fieldsOf(tariff.name) : { energy: energyFields.slice(0, 1), powers: powerFields.slice(0, 1) }
  const numbers = readNumbers(values, [...fields.powers, ...fields.energy, 'surplus', 'invoiceAmount'], locale)
  const read = { ...ofInvoice(values), ...numbers.read }
  return withProblems(read, numbers, electricityProblems(read, today))
}

/** The same for gas. */
export function readGas(values: Values, { today, locale }: Circumstances): Read<GasInvoice> {
  const numbers = readNumbers(values, ['p1', 'invoiceAmount'], locale)
  const read = { ...ofInvoice(values), ...numbers.read }
  return withProblems(read, numbers, gasProblems(read, today))
}

function withProblems<Body>(
  body: object,
  { wrong, ambiguous }: Pick<Numbers<FieldName>, 'wrong' | 'ambiguous'>,
  problems: Problems,
): Read<Body> {
  return { body: body as Body, problems: { ...problems, ...wrong }, ambiguous }
}

function ofInvoice({ cups, postcode, comerOrigin, startDate, endDate, accessTariff }: Values) {
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
  }
}

type Numbers<Field extends FieldName> = { read: Record<Field, number | null>; wrong: Problems; ambiguous: Ambiguous }

function readNumbers<Field extends FieldName>(
  values: Values,
  fields: readonly Field[],
  locale: string,
): Numbers<Field> {
  const numbers = fields.map((field) => [field, readField(field, values[field], locale)] as const)
  const ofKind = (kind: TypedNumber['kind']) => numbers.filter(([, read]) => read.kind === kind)
  const asRead = ([field, read]: (typeof numbers)[number]) => [
    field,
    read.kind === 'number' ? Number(read.decimal) : null,
  ]
  return {
    read: Object.fromEntries(numbers.map(asRead)),
    wrong: {
      ...Object.fromEntries(ofKind('invalid').map(([field]) => [field, 'number_invalid'])),
      ...Object.fromEntries(ofKind('ambiguous').map(([field]) => [field, 'number_ambiguous'])),
    },
    ambiguous: Object.fromEntries(ofKind('ambiguous')),
  }
}

// Powers as bills print them, kWh with what a meter tells, euros with their cents.
function readField(field: FieldName, text: string, locale: string): TypedNumber {
  if (powerFields.some((power) => power === field)) {
    const watts = typedWatts(text)
    if (text.trim() === '') return { kind: 'empty' }
    return watts === null ? { kind: 'invalid' } : { kind: 'number', decimal: String(watts / 1_000) }
  }
  const read = readTypedNumber(text, { locale, decimals: field === 'invoiceAmount' ? 2 : 3 })
  return read.kind === 'number' && read.decimal.startsWith('-') ? { kind: 'invalid' } : read
}
