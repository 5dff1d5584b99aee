/** What a one-time link lets the owner of the mailbox do: set the first password of an account, or a new one. */
export const linkPurposes = ['activation', 'reset'] as const
export type LinkPurpose = (typeof linkPurposes)[number]
