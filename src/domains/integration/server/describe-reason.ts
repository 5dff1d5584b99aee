import type { LineRefusal, Reason } from '#kit/server/import-line-result.ts'
import { reasonMessageInEnglish } from './reason-messages.ts'

/** A reason in API format: its name, the values in its text for clients that translate it, and the English message. */
export type ReasonDescription = { reason: string; values?: Reason['values']; message: string }

/** Converts a reason to the format of replies and reports. */
export function describeReason({ name, values }: Reason): ReasonDescription {
  return { reason: name, ...(values && { values }), message: reasonMessageInEnglish({ name, values }) }
}

/** Converts a refusal to the format of replies and reports, with the member that it concerns. */
export function describeRefusal({ code, member, reason }: LineRefusal) {
  const description = describeReason(reason)
  return {
    code,
    member: member ?? null,
    ...description,
    message: member ? `${member}: ${description.message}` : description.message,
  }
}
