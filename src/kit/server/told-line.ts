/** Why something stays out, by a name that has a sentence in every language, with what the sentence names. */
export type Reason = { name: string; values?: Readonly<Record<string, string | number>> }

/** Why an object that another system tells of stays out: what kind of reason, the member to look at, and which it is. */
export type LineRefusal = { code: LineRefusalCode; member?: string; reason: Reason }

/**
 * The kinds of reason. Of the line itself: `line_too_long`, `not_text`, `not_json`, `invalid` (its members). Of what stands
 * here: `unknown_reference` (what it refers to is not known), `conflict` (it contradicts what is known), `not_storable`.
 */
export const lineRefusalCodes = [
  'line_too_long',
  'not_text',
  'not_json',
  'invalid',
  'unknown_reference',
  'conflict',
  'not_storable',
] as const
export type LineRefusalCode = (typeof lineRefusalCodes)[number]

/** What became of an object: refused for a reason, or taken in, and whether anything is otherwise than before. */
export type LineFate = { refusal: LineRefusal } | { changed: boolean }

/** There is nothing that the member refers to. */
export function unknownReference(member: string, reason: Reason): LineFate {
  return { refusal: { code: 'unknown_reference', member, reason } }
}

/** The member contradicts what stands here. */
export function conflict(member: string, reason: Reason): LineFate {
  return { refusal: { code: 'conflict', member, reason } }
}
