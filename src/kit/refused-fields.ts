import { type FieldErrors, isRefused } from './refusal.ts'

/** What is wrong with a field: the code, where the server tells it, and the sentence that it was answered with. */
export type RefusedField = { code?: string | undefined; sentence: string }

/** What a call was refused for, by field. */
export type RefusedFields = Record<string, RefusedField[]>

/** What a refusal says of fields; undefined where it says nothing of them. */
export function refusedFields(thrown: unknown): RefusedFields | undefined {
  if (!isRefused(thrown) || !thrown.fields) return undefined
  const { error } = (thrown.extra ?? {}) as { error?: { fields?: FieldErrors } }
  return withCodes(thrown.fields, error?.fields)
}

/** Sentences by field with the codes that they explain, if these are known. */
export function withCodes(sentences: FieldErrors, codes?: FieldErrors): RefusedFields {
  const fields = Object.entries(sentences).map(([field, told]) => [
    field,
    told.map((sentence, index) => ({ sentence, code: codes?.[field]?.[index] })),
  ])
  return Object.fromEntries(fields)
}
