/**
 * The kinds of text messages. Like mails they wait in the outbox, except codes: these are sent immediately and only
 * recorded there.
 */
export const textKinds = ['code', 'activate', 'activateBoth', 'gasAdded'] as const
export type TextKind = (typeof textKinds)[number]

const prefix = 'sms.'

/** Checks whether a kind of message is a text message. */
export function isTextMessage(kind: string): boolean {
  return kind.startsWith(prefix)
}

/** Returns the outbox kind of a text message. */
export function textMessageKind(kind: TextKind): `sms.${TextKind}` {
  return `${prefix}${kind}`
}

/** Returns the kind of text message of an outbox kind; null for a mail, and for a text message of an unknown kind. */
export function textKindOf(kind: string): TextKind | null {
  return textKinds.find((textKind) => kind === textMessageKind(textKind)) ?? null
}
