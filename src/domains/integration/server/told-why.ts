import type { LineRefusal, Reason } from '#kit/server/told-line.ts'
import { reasonInEnglish } from './reason-words.ts'

/** A reason on the wire: its name with what its sentence names, for whoever tells it in words of their own, and the sentence in English. */
export type ToldWhy = { reason: string; values?: Reason['values']; message: string }

/** A reason as answers and reports have it. */
export function toldWhy({ name, values }: Reason): ToldWhy {
  return { reason: name, ...(values && { values }), message: reasonInEnglish({ name, values }) }
}

/** A refusal as answers and reports have it; its sentence says which member it is about. */
export function toldRefusal({ code, member, reason }: LineRefusal) {
  const why = toldWhy(reason)
  return { code, member: member ?? null, ...why, message: member ? `${member}: ${why.message}` : why.message }
}
