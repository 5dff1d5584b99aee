import type { Term } from '#domains/duties/terms.ts'

/** The papers of a debt with proof of receipt: demands of payment, and the announcement of the day of a suspension. */
export const paperKinds = ['demand', 'announcement'] as const
export type PaperKind = (typeof paperKinds)[number]

/** How a paper is sent so that its receipt is proved (RD 897/2017, article 19.3). */
export const paperChannels = ['certified_post', 'burofax', 'electronic'] as const
export type PaperChannel = (typeof paperChannels)[number]

export const paperOutcomes = ['delivered', 'undelivered'] as const
export type PaperOutcome = (typeof paperOutcomes)[number]

/** Longest reference of a proof, such as the number of a burofax. */
export const maxProofLength = 100

/** A paper that was sent, with what became of it. */
export type SentPaper = { channel: PaperChannel; outcome: PaperOutcome | null }

/**
 * Returns how the next paper of a debt is sent: by what delivered the last one, or, preferably, by another channel
 * after one that did not (RD 897/2017, article 19.3).
 */
export function nextChannelOf(last: SentPaper | undefined): PaperChannel {
  if (!last) return 'certified_post'
  if (last.outcome !== 'undelivered') return last.channel
  return last.channel === 'certified_post' ? 'burofax' : 'certified_post'
}

/** What was owed when a paper was written, which it says. */
export type PaperContent = {
  invoices: { number: string; issuedOn: string; dueOn: string; pendingCents: number }[]
  owedCents: number
  /** The first day on which a suspension is possible; null where none is set yet. */
  suspensionFrom: string | null
  /** The announced day. */
  suspendOn: string | null
  /** How long before it the day is announced; null if no norm sets it. Papers that are older than the norm do not have it. */
  noticeTerm?: Term | null
  hasSocialBonus: boolean
  /** What a reconnection would cost, before taxes; null where no price is set. */
  reconnectionCents: number | null
}
