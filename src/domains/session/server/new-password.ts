import type { Settings } from '#domains/operator/settings.ts'
import { problemCodes, unmetRules } from '../rules.ts'
import { holdsOwnWord, isCommonPassword } from './weak-passwords.ts'

/**
 * What keeps a new password from being taken, as codes with a text each. `ownTexts` are those by which its owner is known;
 * `current` is the one that it takes the place of, where that is known.
 */
export function newPasswordProblems(
  password: string,
  {
    settings: { password: policy, organization },
    ownTexts,
    current,
  }: { settings: Pick<Settings, 'password' | 'organization'>; ownTexts: readonly string[]; current?: string },
): string[] {
  const unmet = unmetRules(password, policy.minimumLength).map((rule) => problemCodes[rule])
  if (unmet.length) return unmet
  if (password === current) return ['password_unchanged']
  if (holdsOwnWord(password, ownTexts)) return ['password_own_word']
  return isCommonPassword(password, [organization.name]) ? ['password_common'] : []
}
