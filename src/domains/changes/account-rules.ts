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
  /** The accounts that the holder has used. */
  known: readonly { id: number; iban: string }[]
  /** The account that pays now. */
  presentIban: string | null
  needsFiles: boolean
  fileCount: number
}

/** What is wrong with a choice of account (specification, point 5). */
export function accountProblems(
  choice: AccountChoice,
  { known, presentIban, needsFiles, fileCount }: Around,
): AccountProblems {
  const files = needsFiles && fileCount === 0 ? { files: 'files_required' as const } : {}
  if (choice.kind === 'known') {
    const iban = known.find(({ id }) => id === choice.bankId)?.iban
    const bank = iban === undefined ? 'bank_required' : iban === presentIban ? 'iban_same' : undefined
    return { ...(bank && { bank }), ...files }
  }
  const iban = parseIban(choice.iban)
  const unread = choice.iban.trim() === '' ? 'iban_required' : 'iban_not_valid'
  const wrong = iban === null ? unread : iban === presentIban ? 'iban_same' : undefined
  return { ...(wrong && { iban: wrong }), ...(!choice.isOwner && { owner: 'owner_required' }), ...files }
}
