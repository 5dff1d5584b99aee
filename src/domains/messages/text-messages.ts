/** What text messages there are, in the outbox with the mails: codes are sent at once and noted there, the others wait there. */
export const textKinds = ['code', 'activate', 'activateBoth', 'gasAdded'] as const
export type TextKind = (typeof textKinds)[number]

const prefix = 'sms.'

/** Whether a kind of message is that of a text message. */
export function isText(kind: string): boolean {
  return kind.startsWith(prefix)
}

/** A text message as the outbox names it. */
export function outboxKindOf(kind: TextKind): `sms.${TextKind}` {
  return `${prefix}${kind}`
}

/** The same the other way round; null for a mail. */
export function textKindOf(kind: string): TextKind | null {
  return textKinds.find((each) => kind === prefix + each) ?? null
}
