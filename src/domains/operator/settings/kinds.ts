import * as z from 'zod/mini'
import { isBic, parseIban } from '#vocabulary/iban.ts'

/** The kinds of values that there are. */
export type Kind =
  | 'on_off'
  | 'whole_number'
  | 'rate'
  | 'one_of'
  | 'list_of'
  | 'line'
  | 'sepa_suffix'
  | 'iban'
  | 'bic'
  | 'phone_number'
  | 'mail_address'
  | 'web_address'
  | 'colour'
  | 'instant'
  | 'secret'
  | 'claim_name'

/** What the figures of a whole number count, for the reader. */
export type Unit = 'bytes' | 'characters' | 'contracts' | 'days' | 'euros' | 'files' | 'hours' | 'invoices' | 'minutes'

/** What a kind of value accepts; its sentence stands in texts/, under `accepts`. */
export type Expectation = {
  kindName: Kind
  /** The least and the most that a number may be, that a text may have of characters, and a list of members. */
  limits?: readonly [from: number, to: number]
  /** What there is to choose from; of a name, those that are taken; of a colour and an instant, an example. */
  values?: readonly (string | number)[]
  unit?: Unit
}
export const expectations = z.registry<Expectation>()

export function onOff() {
  return expecting({ kindName: 'on_off' }, z.boolean())
}

/** A whole number within limits, both included. */
export function wholeNumber({ from, to, unit }: { from: number; to: number; unit: Unit }) {
  return expecting({ kindName: 'whole_number', limits: [from, to], unit }, z.int().check(z.gte(from), z.lte(to)))
}

/** A share of all cases, 0 for none and 1 for every one. */
export function rate() {
  return expecting({ kindName: 'rate', limits: [0, 1] }, z.number().check(z.gte(0), z.lte(1)))
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return expecting({ kindName: 'one_of', values }, z.literal(values))
}

/** A list without repetitions, its order kept. */
export function listOf<const Values extends readonly (string | number)[]>(
  values: Values,
  { atLeast }: { atLeast: 0 | 1 },
) {
  const withoutRepetition = z.refine<unknown[]>((list) => new Set(list).size === list.length)
  return expecting(
    { kindName: 'list_of', limits: [atLeast, values.length], values },
    z.array(z.literal(values)).check(z.minLength(atLeast), withoutRepetition),
  )
}

/** One line of text, possibly empty. */
export function line(maxLength: number) {
  return expecting(
    { kindName: 'line', limits: [0, maxLength] },
    z.string().check(z.maxLength(maxLength), z.regex(/^\P{Cc}*$/u)),
  )
}

/** The business of a creditor in its SEPA identifier (AEF, Identificador del acreedor). */
export function sepaSuffix() {
  return expecting({ kindName: 'sepa_suffix' }, z.string().check(z.regex(/^[A-Z0-9]{3}$/)))
}

/** An account, kept without its spaces, or none. */
export function iban() {
  return expecting(
    { kindName: 'iban' },
    z.string().check(
      z.overwrite((text) => parseIban(text) ?? text.trim()),
      z.refine((text) => text === '' || parseIban(text) !== null),
    ),
  )
}

/** The code of a bank (ISO 9362), or none. */
export function bic() {
  return expecting({ kindName: 'bic' }, z.string().check(z.refine((text) => text === '' || isBic(text))))
}

export function phoneNumber() {
  return expecting({ kindName: 'phone_number' }, z.string().check(z.regex(/^(\+?\d[\d ]{2,18}\d)?$/)))
}

export function mailAddress() {
  return expecting({ kindName: 'mail_address' }, orEmpty(z.email()))
}

/** An address that is safe to link to or load from. */
export function webAddress() {
  return expecting({ kindName: 'web_address' }, orEmpty(z.url({ protocol: /^https$/ })))
}

export function colour() {
  return expecting({ kindName: 'colour', values: ['#0b5a43'] }, z.string().check(z.regex(/^#[0-9a-f]{6}$/i)))
}

/** A moment in time, or null for none. */
export function instant() {
  return expecting(
    { kindName: 'instant', values: ['2026-03-01T22:00:00+01:00'] },
    z.nullable(z.iso.datetime({ offset: true })),
  )
}

/** A secret long enough not to be guessed, or none. */
export function secret() {
  return expecting({ kindName: 'secret', limits: [16, 128] }, z.string().check(z.regex(/^([\w-]{16,128})?$/)))
}

const takenClaims = ['aud', 'exp', 'iat', 'iss', 'jti', 'locale', 'nbf', 'readonly', 'sid']

/** The name of a claim in a token that means nothing else there. */
export function claimName() {
  const free = z.refine<string>((name) => !takenClaims.includes(name))
  return expecting(
    { kindName: 'claim_name', values: takenClaims },
    z.string().check(z.regex(/^[a-z_]\w{0,63}$/i), free),
  )
}

function expecting<S extends z.ZodMiniType>(expectation: Expectation, kind: S): S {
  expectations.add(kind, expectation)
  return kind
}

function orEmpty<S extends z.ZodMiniType>(kind: S) {
  return z.union([z.literal(''), kind])
}
