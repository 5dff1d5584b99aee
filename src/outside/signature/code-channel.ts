/** By which way a one-time code reaches whoever signs. */
export const codeChannels = ['email', 'sms'] as const
export type CodeChannel = (typeof codeChannels)[number]
