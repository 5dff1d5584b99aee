import type { PaymentMeans } from '#vocabulary/payment-means.ts'
import { awaitingSignatureNames, type Changeable, type SignedChange } from '../rules.ts'

/** A masked account (`ES94 •••• 3157`), and whether its number can be revealed. */
export type MaskedAccount = { id: number; masked: string; isRevealable: boolean }

/** What the change pages need of a contract. */
export type ChangeableContract = Omit<Changeable, 'open'> & {
  name: string
  energy: 'electricity' | 'gas'
  street: string
  /** Its access tariff. */
  tariff: string
  /** Contracted power per period, P1 first; empty for gas. */
  powerWatts: readonly number[]
  account: MaskedAccount | null
  paymentMeans: PaymentMeans
  /** The phone number of its holder. */
  phone: string | null
  /** What waits for a signature, by the names used on the contract. */
  awaitingSignature: readonly string[]
  /** The versions that a change sends along. */
  versions?: { power?: string | undefined; account?: string | undefined }
}

/** Returns the open changes: the requested ones, and those that the contract itself lists as waiting. */
export function openChanges(
  { awaitingSignature }: ChangeableContract,
  requests: readonly { kind: string; isOpen: boolean }[],
): string[] {
  const awaiting = (Object.keys(awaitingSignatureNames) as SignedChange[]).filter((kind) =>
    awaitingSignature.includes(awaitingSignatureNames[kind]),
  )
  return [...awaiting, ...requests.filter(({ isOpen }) => isOpen).map(({ kind }) => kind)]
}
