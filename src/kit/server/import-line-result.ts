/**
 * The reason why an object is refused, by a name that has a message in every language, with the values in that message.
 */
export type Reason = { name: string; values?: Readonly<Record<string, string | number>> }

/** The reason why an imported object is refused: the code, the member concerned, and the specific reason. */
export type LineRefusal = { code: LineRefusalCode; member?: string; reason: Reason }

/**
 * The codes of refused lines. For the line itself: `line_too_long`, `not_text`, `not_json`, `invalid` (its members).
 * For stored data: `unknown_reference` (what it refers to is not known), `conflict` (it contradicts what is known),
 * `not_storable`.
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

/**
 * The result for an object: refused for a reason, or imported, and whether that changed anything. Of a curve, also the
 * hours that were stored, that the line no longer has and that are kept.
 */
export type LineResult = { refusal: LineRefusal } | { changed: boolean; keptHours?: number }

/** Refuses a line because the object that the member refers to does not exist. */
export function refuseUnknownReference(member: string, reason: Reason): LineResult {
  return { refusal: { code: 'unknown_reference', member, reason } }
}

/** Refuses a line because the member contradicts stored data. */
export function refuseConflict(member: string, reason: Reason): LineResult {
  return { refusal: { code: 'conflict', member, reason } }
}
