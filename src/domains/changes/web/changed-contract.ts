import { type Changeable, type SignedChange, waitingNames } from '../rules.ts'

/** An account as it is recognised (`ES94 •••• 3157`), and whether its number can be asked for. */
export type MaskedAccount = { id: number; masked: string; isRevealable: boolean }

/** What the screens of changes know of the contract that is changed. */
export type ChangedContract = Omit<Changeable, 'open'> & {
  name: string
  energy: 'electricity' | 'gas'
  street: string
  /** Its access tariff. */
  tariff: string
  /** Contracted power per period, P1 first; none for gas. */
  powerWatts: readonly number[]
  account: MaskedAccount | null
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
