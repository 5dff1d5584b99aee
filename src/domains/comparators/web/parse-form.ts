import { parseCups } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { type ParsedNumber, parseNumberInput } from '#vocabulary/number-input.ts'
import { parseWattsInput } from '#vocabulary/power-input.ts'
import type { ElectricityInvoice, GasInvoice } from '../api.ts'
import { findElectricityProblems, findGasProblems, type Problems } from '../invoice-rules.ts'
import { energyFields, fieldsOf, findComparedTariff, powerFields } from '../rules.ts'
import type { FieldName, Values } from './form-values.ts'

/** Numbers that can be read in two ways, by field. */
export type Ambiguous = Partial<Record<FieldName, Extract<ParsedNumber, { kind: 'ambiguous' }>>>
type ParsedForm<Body> = { body: Body; problems: Problems; ambiguous: Ambiguous }
/** The current day and the language of the form. */
type FormContext = { today: MarketDay; locale: string }

/**
 * Converts an electricity form to the body of a comparison, with the problems found. If there are any, the body must
 * not be sent.
 */
export function parseElectricityForm(values: Values, { today, locale }: FormContext): ParsedForm<ElectricityInvoice> {
  const tariff = findComparedTariff(values.accessTariff)
  const fields = tariff ? fieldsOf(tariff.name) : { energy: energyFields.slice(0, 1), powers: powerFields.slice(0, 1) }
  const numbers = parseNumbers(values, [...fields.powers, ...fields.energy, 'surplus', 'invoiceAmount'], locale)
  const parsed = { ...parseInvoiceFields(values), ...numbers.parsed }
  return composeParsedForm(parsed, numbers, findElectricityProblems(parsed, today))
}

/** Converts a gas form the same way. */
export function parseGasForm(values: Values, { today, locale }: FormContext): ParsedForm<GasInvoice> {
  const numbers = parseNumbers(values, ['p1', 'invoiceAmount'], locale)
  const parsed = { ...parseInvoiceFields(values), ...numbers.parsed }
  return composeParsedForm(parsed, numbers, findGasProblems(parsed, today))
}

function composeParsedForm<Body>(
  body: object,
  { wrong, ambiguous }: Pick<Numbers<FieldName>, 'wrong' | 'ambiguous'>,
  problems: Problems,
): ParsedForm<Body> {
  return { body: body as Body, problems: { ...problems, ...wrong }, ambiguous }
}

function parseInvoiceFields({ cups, postcode, comerOrigin, startDate, endDate, accessTariff }: Values) {
  return {
    cups: parseCups(cups) ?? cups,
    mode: 'auto' as const,
    // Comparing stores nothing, so no consent is requested; it is given with the contact.
    consent: false,
    postcode: postcode.trim() || null,
    comerOrigin: comerOrigin === '' ? null : Number(comerOrigin),
    startDate,
    endDate,
    accessTariff,
  }
}

type Numbers<Field extends FieldName> = { parsed: Record<Field, number | null>; wrong: Problems; ambiguous: Ambiguous }

function parseNumbers<Field extends FieldName>(
  values: Values,
  fields: readonly Field[],
  locale: string,
): Numbers<Field> {
  const numbers = fields.map((field) => [field, parseField(field, values[field], locale)] as const)
  const ofKind = (kind: ParsedNumber['kind']) => numbers.filter(([, parsed]) => parsed.kind === kind)
  const asRead = ([field, parsed]: (typeof numbers)[number]) => [
    field,
    parsed.kind === 'number' ? Number(parsed.decimal) : null,
  ]
  return {
    parsed: Object.fromEntries(numbers.map(asRead)),
    wrong: {
      ...Object.fromEntries(ofKind('invalid').map(([field]) => [field, 'number_invalid'])),
      ...Object.fromEntries(ofKind('ambiguous').map(([field]) => [field, 'number_ambiguous'])),
    },
    ambiguous: Object.fromEntries(ofKind('ambiguous')),
  }
}

// Allows the decimals of powers as bills print them, of kWh as meters report them, and of euros in cents.
function parseField(field: FieldName, text: string, locale: string): ParsedNumber {
  if (powerFields.some((power) => power === field)) {
    const watts = parseWattsInput(text)
    if (text.trim() === '') return { kind: 'empty' }
    return watts === null ? { kind: 'invalid' } : { kind: 'number', decimal: String(watts / 1_000) }
  }
  const parsed = parseNumberInput(text, { locale, decimals: field === 'invoiceAmount' ? 2 : 3 })
  return parsed.kind === 'number' && parsed.decimal.startsWith('-') ? { kind: 'invalid' } : parsed
}
