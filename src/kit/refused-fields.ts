import { type FieldErrors, isRefused } from './refusal.ts'

/** An error of a field: its code, if the server sends it, and its message. */
export type RefusedField = { code?: string | undefined; sentence: string }

/** The field errors of a refused call, by field. */
export type RefusedFields = Record<string, RefusedField[]>

/** Returns the field errors of a refusal; undefined where it names no field. */
export function refusedFieldsOf(thrown: unknown): RefusedFields | undefined {
  if (!isRefused(thrown) || !thrown.fields) return undefined
  const { error } = (thrown.extra ?? {}) as { error?: { fields?: FieldErrors } }
  return addCodes(thrown.fields, error?.fields)
}

/** Combines the messages of each field with their codes, if known. */
export function addCodes(sentences: FieldErrors, codes?: FieldErrors): RefusedFields {
  const fields = Object.entries(sentences).map(([field, texts]) => [
    field,
    texts.map((sentence, index) => ({ sentence, code: codes?.[field]?.[index] })),
  ])
  return Object.fromEntries(fields)
}
