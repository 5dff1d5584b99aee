import type { Reply } from '#kit/call.ts'
import type { readContracting } from './api.ts'

/** What the retailer asks for, as `readContracting` tells it, and what is known of whoever fills in the form. */
export type Asked = Reply<typeof readContracting>

/** What is wrong with a field, by its path on the wire: the code of a sentence. */
export type Problems = Record<string, string>

/** A problem where something holds, none otherwise. */
export function problemIf(holds: boolean, field: string, code: string): Problems {
  return holds ? { [field]: code } : {}
}

/** Whether nothing was typed. */
export function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === ''
}

/** What is missing of texts that are required, by field. */
export function missing(fields: Readonly<Record<string, string | null | undefined>>): Problems {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, text]) => (isBlank(text) ? [[field, 'required']] : [])),
  )
}

/** Which texts have more characters than they may, by field: the text and its most. The code carries the figure: `too_long:9`. */
export function tooLong(fields: Readonly<Record<string, readonly [string | null | undefined, number]>>): Problems {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, [text, most]]) =>
      (text ?? '').trim().length > most ? [[field, `too_long:${most}`]] : [],
    ),
  )
}
