import * as z from 'zod/mini'

/** The kinds of values that there are. */
export type Kind =
  | 'on_off'
  | 'whole_number'
  | 'rate'
  | 'one_of'
  | 'list_of'
  | 'line'
  | 'sepa_suffix'
  | 'phone_number'
  | 'mail_address'
  | 'web_address'
  | 'colour'
  | 'instant'
  | 'secret'
  | 'claim_name'

/** What a kind of value accepts, as the end of the sentence "it must be …", and the figures and words in it. */
export const expectations = z.registry<{
  kindName: Kind
  expected: string
  limits?: readonly [from: number, to: number]
  values?: readonly (string | number)[]
}>()

export function onOff() {
  return expecting('on_off', 'true or false', z.boolean())
}

/** A whole number within limits, both included; the unit is for the reader. */
export function wholeNumber({ from, to, unit }: { from: number; to: number; unit: string }) {
  const limits = `a whole number of ${unit} from ${from} to ${to}`
  return expecting('whole_number', limits, z.int().check(z.gte(from), z.lte(to)), { limits: [from, to] })
}

/** A share of all cases, 0 for none and 1 for every one. */
export function rate() {
  return expecting('rate', 'a number from 0 to 1', z.number().check(z.gte(0), z.lte(1)), { limits: [0, 1] })
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return expecting('one_of', `one of ${listed(values)}`, z.literal(values), { values })
}

/** A list without repetitions, its order kept. */
export function listOf<const Values extends readonly (string | number)[]>(
  values: Values,
  { atLeast }: { atLeast: 0 | 1 },
) {
  const expected = `a list of ${atLeast ? 'at least one' : 'any'} of ${listed(values)}, none twice`
  const withoutRepetition = z.refine<unknown[]>((list) => new Set(list).size === list.length)
  return expecting('list_of', expected, z.array(z.literal(values)).check(z.minLength(atLeast), withoutRepetition), {
    values,
  })
}

/** One line of text, possibly empty. */
export function line(maxLength: number) {
  return expecting(
    'line',
    `a line of text of at most ${maxLength} characters`,
    z.string().check(z.maxLength(maxLength), z.regex(/^\P{Cc}*$/u)),
  )
}

/** The business of a creditor in its SEPA identifier (AEF, Identificador del acreedor). */
export function sepaSuffix() {
  return expecting('sepa_suffix', 'three capital letters or digits', z.string().check(z.regex(/^[A-Z0-9]{3}$/)))
}

export function phoneNumber() {
  return expecting(
    'phone_number',
    'a phone number of digits and spaces, or ""',
    z.string().check(z.regex(/^(\+?\d[\d ]{2,18}\d)?$/)),
  )
}

export function mailAddress() {
  return expecting('mail_address', 'an e-mail address, or ""', orEmpty(z.email()))
}

/** An address that is safe to link to or load from. */
export function webAddress() {
  return expecting(
    'web_address',
    'an address that begins with https://, or ""',
    orEmpty(z.url({ protocol: /^https$/ })),
  )
}

export function colour() {
  return expecting('colour', 'a colour such as "#0b5a43"', z.string().check(z.regex(/^#[0-9a-f]{6}$/i)))
}

/** A moment in time, or null for none. */
export function instant() {
  return expecting(
    'instant',
    'an instant such as "2026-03-01T22:00:00+01:00", or null',
    z.nullable(z.iso.datetime({ offset: true })),
  )
}

/** A secret long enough not to be guessed, or none. */
export function secret() {
  return expecting(
    'secret',
    'a text of 16 to 128 letters, digits, - or _, or ""',
    z.string().check(z.regex(/^([\w-]{16,128})?$/)),
  )
}

const takenClaims = ['aud', 'exp', 'iat', 'iss', 'jti', 'locale', 'nbf', 'readonly', 'sid']

/** The name of a claim in a token that means nothing else there. */
export function claimName() {
  const free = z.refine<string>((name) => !takenClaims.includes(name))
  const expected = `a name of letters, digits and _, other than ${listed(takenClaims)}`
  return expecting('claim_name', expected, z.string().check(z.regex(/^[a-z_]\w{0,63}$/i), free))
}

type Figures = { limits?: readonly [number, number]; values?: readonly (string | number)[] }

function expecting<S extends z.ZodMiniType>(kindName: Kind, expected: string, kind: S, figures: Figures = {}): S {
  expectations.add(kind, { kindName, expected, ...figures })
  return kind
}

function orEmpty<S extends z.ZodMiniType>(kind: S) {
  return z.union([z.literal(''), kind])
}

function listed(values: readonly (string | number)[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}
