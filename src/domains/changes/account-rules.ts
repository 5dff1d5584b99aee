import { parseIban } from '#vocabulary/iban.ts'

/** The account that is to pay a contract: one that the holder has used, or a new one. */
export type AccountChoice = { kind: 'known'; bankId: number | null } | { kind: 'new'; iban: string; isOwner: boolean }

/** What is wrong with a field of the choice: the code of its error. */
export type AccountProblem =
  | 'bank_required'
  | 'iban_required'
  | 'iban_not_valid'
  | 'iban_same'
  | 'owner_required'
  | 'files_required'

export type AccountProblems = Partial<Record<'bank' | 'iban' | 'owner' | 'files', AccountProblem>>

type Around = {
  /** The accounts that the holder has used, by their ids. */
  knownIds: readonly number[]
  /** The one of them that pays now; null where none does, or an account that is not among them. */
  presentId: number | null
  /** The number of the account that pays now. The browser does not have it, and leaves a new one to the server. */
  presentIban: string | null
  needsFiles: boolean
  fileCount: number
}

/** What is wrong with a choice of account (specification, point 5). */
export function accountProblems(
  choice: AccountChoice,
  { knownIds, presentId, presentIban, needsFiles, fileCount }: Around,
): AccountProblems {
  const files = needsFiles && fileCount === 0 ? { files: 'files_required' as const } : {}
  if (choice.kind === 'known') {
    const isKnown = choice.bankId !== null && knownIds.includes(choice.bankId)
    const bank = !isKnown ? 'bank_required' : choice.bankId === presentId ? 'iban_same' : undefined
    return { ...(bank && { bank }), ...files }
  }
  const iban = parseIban(choice.iban)
  const unread = choice.iban.trim() === '' ? 'iban_required' : 'iban_not_valid'
  const wrong = iban === null ? unread : iban === presentIban ? 'iban_same' : undefined
  return { ...(wrong && { iban: wrong }), ...(!choice.isOwner && { owner: 'owner_required' }), ...files }
}
