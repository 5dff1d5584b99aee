import type { Settings } from '#domains/retailer/settings.ts'
import { passwordProblemCodes, unmetPasswordRules } from '../../rules.ts'
import { containsOwnWord, isCommonPassword } from './weak-passwords.ts'

/**
 * Returns the problems of a new password as codes, each with its own text. `ownTexts` are the texts that identify its
 * owner; `current` is the password it replaces, where that is known.
 */
export function newPasswordProblems(
  password: string,
  {
    settings: { password: policy, organization },
    ownTexts,
    current,
  }: { settings: Pick<Settings, 'password' | 'organization'>; ownTexts: readonly string[]; current?: string },
): string[] {
  const unmet = unmetPasswordRules(password, policy.minimumLength).map((rule) => passwordProblemCodes[rule])
  if (unmet.length) return unmet
  if (password === current) return ['password_unchanged']
  if (containsOwnWord(password, ownTexts)) return ['password_own_word']
  return isCommonPassword(password, [organization.name]) ? ['password_common'] : []
}
