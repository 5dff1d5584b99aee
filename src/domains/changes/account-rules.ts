import { parseIban } from '#vocabulary/iban.ts'

/** The account chosen to pay a contract: one that the holder has already used, or a new one. */
export type AccountChoice = { kind: 'known'; bankId: number | null } | { kind: 'new'; iban: string; isOwner: boolean }

/** The error code of a field of the account choice. */
export type AccountProblem =
  | 'bank_required'
  | 'iban_required'
  | 'iban_not_valid'
  | 'iban_same'
  | 'owner_required'
  | 'files_required'

export type AccountProblems = Partial<Record<'bank' | 'iban' | 'owner' | 'files', AccountProblem>>

type AccountContext = {
  /** The ids of the accounts that the holder has used. */
  knownIds: readonly number[]
  /** The id of the account that pays now. Null where none does, or where it is not among the known accounts. */
  presentId: number | null
  /**
   * The number of the account that pays now. The browser does not have it and leaves the comparison with a new account
   * to the server.
   */
  presentIban: string | null
  needsFiles: boolean
  fileCount: number
}

/** Returns the problems of an account choice by field (specification, point 5). */
export function accountProblems(
  choice: AccountChoice,
  { knownIds, presentId, presentIban, needsFiles, fileCount }: AccountContext,
): AccountProblems {
  const files = needsFiles && fileCount === 0 ? { files: 'files_required' as const } : {}
  if (choice.kind === 'known') {
    const isKnown = choice.bankId !== null && knownIds.includes(choice.bankId)
    const bank = !isKnown ? 'bank_required' : choice.bankId === presentId ? 'iban_same' : undefined
    return { ...(bank && { bank }), ...files }
  }
  const iban = parseIban(choice.iban)
  const ibanProblem = choice.iban.trim() === '' ? 'iban_required' : 'iban_not_valid'
  const problem = iban === null ? ibanProblem : iban === presentIban ? 'iban_same' : undefined
  return { ...(problem && { iban: problem }), ...(!choice.isOwner && { owner: 'owner_required' }), ...files }
}
