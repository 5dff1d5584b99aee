import { createTranslator } from 'use-intl/core'
import type { CurveRefusal } from '#domains/consumption/curve.ts'
import type { BankFileProblemCode } from '#domains/debit-returns/rules.ts'
import type { TownRefusal } from '#domains/geo/server/import-towns.ts'
import type { FuturesRefusal } from '#domains/price-alerts/server/import-futures.ts'
import type { RegisterReport } from '#domains/supply-register/server/import-register.ts'
import type { Reason } from '#kit/server/import-line-result.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { RejectionReasonName } from '#vocabulary/rejection-reasons.ts'
import english from '../texts/en.json' with { type: 'json' }
import type { F1Report } from './f1/import-f1.ts'

/** Why a whole file, or something in it, is refused. */
type FileReasonCodes = {
  file: 'kind_unknown' | 'too_long' | 'not_json' | 'head_unknown' | 'not_register' | 'point_unknown'
  curves: CurveRefusal
  towns: TownRefusal
  futures: FuturesRefusal
  register: RegisterReport['refusals'][number]['code']
  f1: F1Report['refusals'][number]['code']
  bank: BankFileProblemCode
}

type ReasonMessages = { [Kind in keyof FileReasonCodes]: Record<FileReasonCodes[Kind], string> } & Record<
  RejectionReasonName,
  string
>
// A reason without an English message does not compile. The tests of all texts check the other languages.
const englishReasons: ReasonMessages = english.reasons

/** Returns the reason for refusing something in a kind of file, as one of all reasons. */
export function fileReason<Kind extends keyof FileReasonCodes & string>(
  kind: Kind,
  code: FileReasonCodes[Kind] & string,
  values?: Reason['values'],
): Reason {
  const name = `${kind}.${code}`
  return values ? { name, values } : { name }
}

/**
 * Returns a function that translates reasons with this domain's texts in a language. It returns undefined for a reason
 * without a text.
 */
export function createReasonTranslator(locale: Locale, reasons: object): (reason: Reason) => string | undefined {
  const translate = createTranslator({ locale, messages: reasons as never }) as unknown as ReasonTranslate
  return ({ name, values }) => (translate.has(name) ? translate(name, values) : undefined)
}

type ReasonTranslate = { (key: string, values?: Reason['values']): string; has(key: string): boolean }

const translateToEnglish = createReasonTranslator('en', englishReasons)

/** Returns the English message of a reason, for programs, commands and logs. */
export function reasonMessageInEnglish(reason: Reason): string {
  return translateToEnglish(reason) ?? reason.name
}
