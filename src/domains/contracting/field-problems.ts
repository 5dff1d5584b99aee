import type { Reply } from '#kit/call.ts'
import type { readContracting } from './api.ts'

/** The retailer's requirements as `readContracting` returns them, and what is known of the user. */
export type ContractFormConfig = Reply<typeof readContracting>

/** The problems of fields by their API path, as message codes. */
export type FieldProblems = Record<string, string>

/** Returns a problem if the condition holds, none otherwise. */
export function problemIf(holds: boolean, field: string, code: string): FieldProblems {
  return holds ? { [field]: code } : {}
}

/** Checks whether a text is blank. */
export function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === ''
}

/** Returns the problems of required texts that are missing, by field. */
export function missingProblems(fields: Readonly<Record<string, string | null | undefined>>): FieldProblems {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, text]) => (isBlank(text) ? [[field, 'required']] : [])),
  )
}

/** Returns the problems of texts longer than their maximum, by field. The code carries the maximum: `too_long:9`. */
export function lengthProblems(
  fields: Readonly<Record<string, readonly [string | null | undefined, number]>>,
): FieldProblems {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, [text, maxLength]]) =>
      (text ?? '').trim().length > maxLength ? [[field, `too_long:${maxLength}`]] : [],
    ),
  )
}
