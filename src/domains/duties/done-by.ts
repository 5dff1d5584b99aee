/** What may end a duty before its event is recorded: a bill or a case by its number, or a reading of the meter by its day. */
export const doneByKinds = ['invoice', 'case', 'reading'] as const

/** What ended one. */
export type DoneBy = { kind: (typeof doneByKinds)[number]; name: string }
