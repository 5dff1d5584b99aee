import { type Changeable, type SignedChange, waitingNames } from '../rules.ts'

/** What the screens of changes know of the contract that is changed. */
export type ChangedContract = Omit<Changeable, 'open'> & {
  name: string
  energy: 'electricity' | 'gas'
  street: string
  /** Its access tariff. */
  tariff: string
  /** Contracted power per period, P1 first; none for gas. */
  powerWatts: readonly number[]
  iban: string | null
  /** Where its holder is called. */
  phone: string | null
  /** What waits for a signature, by the names that the contract has for it. */
  waiting: readonly string[]
  /** Of what is sent along with a change of it. */
  versions?: { power?: string | undefined; account?: string | undefined }
}

/** The changes that are under way: those that were asked for, and what the contract itself says that waits. */
export function openChanges(
  { waiting }: ChangedContract,
  asked: readonly { kind: string; isOpen: boolean }[],
): string[] {
  const named = (Object.keys(waitingNames) as SignedChange[]).filter((kind) => waiting.includes(waitingNames[kind]))
  return [...named, ...asked.filter(({ isOpen }) => isOpen).map(({ kind }) => kind)]
}
