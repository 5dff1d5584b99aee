import { createTranslator } from 'use-intl/core'
import type { CurveRefusal } from '#domains/consumption/curve.ts'
import type { TownRefusal } from '#domains/geo/server/import-towns.ts'
import type { FuturesRefusal } from '#domains/price-alerts/server/import-futures.ts'
import type { RegisterReport } from '#domains/supply-register/server/import-register.ts'
import type { Locale } from '#kit/locale.ts'
import type { Reason } from '#kit/server/told-line.ts'
import type { ToldReasonName } from '#vocabulary/told-reasons.ts'
import english from '../texts/en.json' with { type: 'json' }
import type { F1Report } from './f1/import-f1.ts'

/** Why a file as a whole, or something in it, stays out. */
type OfFiles = {
  file: 'kind_unknown' | 'too_long' | 'not_json' | 'head_unknown' | 'not_register' | 'point_unknown'
  curves: CurveRefusal
  towns: TownRefusal
  futures: FuturesRefusal
  register: RegisterReport['refusals'][number]['code']
  f1: F1Report['refusals'][number]['code']
}

type Sentences = { [Kind in keyof OfFiles]: Record<OfFiles[Kind], string> } & Record<ToldReasonName, string>
// A reason without its sentence does not compile; that the other languages have it too is checked with all texts.
const englishReasons: Sentences = english.reasons

/** Why something in a kind of file stays out, as a reason among all that there are. */
export function reasonOfFile<Kind extends keyof OfFiles & string>(
  kind: Kind,
  code: OfFiles[Kind] & string,
  values?: Reason['values'],
): Reason {
  const name = `${kind}.${code}`
  return values ? { name, values } : { name }
}

/** Tells reasons in a language, by its texts of this domain; undefined for one that has no sentence there. */
export function reasonWords(locale: Locale, reasons: object): (reason: Reason) => string | undefined {
  const translate = createTranslator({ locale, messages: reasons as never }) as unknown as Words
  return ({ name, values }) => (translate.has(name) ? translate(name, values) : undefined)
}

type Words = { (key: string, values?: Reason['values']): string; has(key: string): boolean }

const inEnglish = reasonWords('en', englishReasons)

/** A reason as programs, commands and logs tell it. */
export function reasonInEnglish(reason: Reason): string {
  return inEnglish(reason) ?? reason.name
}
