import * as z from 'zod/mini'
import { isBic, parseIban } from '#vocabulary/iban.ts'

/** The kinds of setting values. */
export type SettingValueKind =
  | 'on_off'
  | 'whole_number'
  | 'rate'
  | 'one_of'
  | 'list_of'
  | 'line'
  | 'sepa_suffix'
  | 'market_code'
  | 'iban'
  | 'bic'
  | 'phone_number'
  | 'mail_address'
  | 'web_address'
  | 'colour'
  | 'instant'
  | 'secret'
  | 'claim_name'

/** The units of whole numbers, for the reader. */
export const settingUnits = [
  'bytes',
  'calls',
  'characters',
  'contracts',
  'days',
  'euros',
  'files',
  'hours',
  'invoices',
  'minutes',
  'parts',
] as const
export type SettingUnit = (typeof settingUnits)[number]

/** What a kind of value accepts. Its sentence is in texts/, under `accepts`. */
export type ValueExpectation = {
  kindName: SettingValueKind
  /** The minimum and maximum of a number, of the characters of a text, or of the members of a list. */
  limits?: readonly [from: number, to: number]
  /** The allowed values; for a name, the reserved ones; for a colour or an instant, an example. */
  values?: readonly (string | number)[]
  unit?: SettingUnit
}
export const valueExpectations = z.registry<ValueExpectation>()

export function onOff() {
  return withExpectation({ kindName: 'on_off' }, z.boolean())
}

/** Accepts a whole number within limits, both included. */
export function wholeNumber({ from, to, unit }: { from: number; to: number; unit: SettingUnit }) {
  return withExpectation({ kindName: 'whole_number', limits: [from, to], unit }, z.int().check(z.gte(from), z.lte(to)))
}

/** Accepts a share of all cases, 0 for none and 1 for every one. */
export function rate() {
  return withExpectation({ kindName: 'rate', limits: [0, 1] }, z.number().check(z.gte(0), z.lte(1)))
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return withExpectation({ kindName: 'one_of', values }, z.literal(values))
}

/** Accepts a list without repetitions, in its original order. */
export function listOf<const Values extends readonly (string | number)[]>(
  values: Values,
  { atLeast }: { atLeast: 0 | 1 },
) {
  const withoutRepetition = z.refine<unknown[]>((list) => new Set(list).size === list.length)
  return withExpectation(
    { kindName: 'list_of', limits: [atLeast, values.length], values },
    z.array(z.literal(values)).check(z.minLength(atLeast), withoutRepetition),
  )
}

/** Accepts one line of text, possibly empty. */
export function line(maxLength: number) {
  return withExpectation(
    { kindName: 'line', limits: [0, maxLength] },
    z.string().check(z.maxLength(maxLength), z.regex(/^\P{Cc}*$/u)),
  )
}

/** Accepts the business suffix of a creditor in its SEPA identifier (AEF, Identificador del acreedor). */
export function sepaSuffix() {
  return withExpectation({ kindName: 'sepa_suffix' }, z.string().check(z.regex(/^[A-Z0-9]{3}$/)))
}

/** Accepts the code of an electricity retailer in the register of the CNMC, or none. */
export function marketCode() {
  return withExpectation({ kindName: 'market_code' }, z.string().check(z.regex(/^(R2-\d{3})?$/)))
}

/** Accepts an account, stored without its spaces, or none. */
export function iban() {
  return withExpectation(
    { kindName: 'iban' },
    z.string().check(
      z.overwrite((text) => parseIban(text) ?? text.trim()),
      z.refine((text) => text === '' || parseIban(text) !== null),
    ),
  )
}

/** Accepts the code of a bank (ISO 9362), or none. */
export function bic() {
  return withExpectation({ kindName: 'bic' }, z.string().check(z.refine((text) => text === '' || isBic(text))))
}

export function phoneNumber() {
  return withExpectation({ kindName: 'phone_number' }, z.string().check(z.regex(/^(\+?\d[\d ]{2,18}\d)?$/)))
}

export function mailAddress() {
  return withExpectation({ kindName: 'mail_address' }, orEmpty(z.email()))
}

/** Accepts a URL that is safe to link to or load from. */
export function webAddress() {
  return withExpectation({ kindName: 'web_address' }, orEmpty(z.url({ protocol: /^https$/ })))
}

export function colour() {
  return withExpectation({ kindName: 'colour', values: ['#0b5a43'] }, z.string().check(z.regex(/^#[0-9a-f]{6}$/i)))
}

/** Accepts a point in time, or null for none. */
export function instant() {
  return withExpectation(
    { kindName: 'instant', values: ['2026-03-01T22:00:00+01:00'] },
    z.nullable(z.iso.datetime({ offset: true })),
  )
}

/** Accepts a secret long enough not to be guessed, or none. */
export function secret() {
  return withExpectation({ kindName: 'secret', limits: [16, 128] }, z.string().check(z.regex(/^([\w-]{16,128})?$/)))
}

const reservedClaims = ['aud', 'exp', 'iat', 'iss', 'jti', 'locale', 'nbf', 'readonly', 'sid']

/** Accepts the name of a token claim, except those with a meaning of their own in tokens. */
export function claimName() {
  const free = z.refine<string>((name) => !reservedClaims.includes(name))
  return withExpectation(
    { kindName: 'claim_name', values: reservedClaims },
    z.string().check(z.regex(/^[a-z_]\w{0,63}$/i), free),
  )
}

function withExpectation<S extends z.ZodMiniType>(expectation: ValueExpectation, kind: S): S {
  valueExpectations.add(kind, expectation)
  return kind
}

function orEmpty<S extends z.ZodMiniType>(kind: S) {
  return z.union([z.literal(''), kind])
}
