/** The channels through which a one-time code reaches the signer. */
export const codeChannels = ['email', 'sms'] as const
export type CodeChannel = (typeof codeChannels)[number]
