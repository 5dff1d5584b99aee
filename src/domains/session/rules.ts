export const maxLoginLength = 320
/** Fits a recovery code with spaces; one of an authenticator app is shorter. */
export const maxCodeLength = 40
export const maxPasskeyNameLength = 60
/** Far above what any user enters: a password is used as it is, never truncated. */
export const maxPasswordLength = 4096
/** No password was ever shorter, so a shorter input is treated as not filled in. Source: specification, point 5. */
export const minCurrentPasswordLength = 6

/** Checks whether a user has re-authenticated within the given number of minutes, inclusive. */
export function isFreshlyAuthenticated(
  { authenticatedAt }: { authenticatedAt: Date },
  { now, minutes }: { now: Date; minutes: number },
): boolean {
  return now.getTime() - authenticatedAt.getTime() <= minutes * 60_000
}

/** The rules for a new password, in the order of display. */
export const passwordRules = ['length', 'lowercase', 'uppercase', 'digit', 'symbol'] as const
export type PasswordRule = (typeof passwordRules)[number]

/** Returns the rules that a new password does not meet yet. Characters are counted as users see them, not as bytes. */
export function unmetPasswordRules(password: string, minimumLength: number): PasswordRule[] {
  return passwordRules.filter((rule) =>
    rule === 'length' ? [...password].length < minimumLength : !rulePatterns[rule].test(password),
  )
}

/** The problem code of each rule for new passwords. Each code has its own text. */
export const passwordProblemCodes = {
  length: 'password_too_short',
  lowercase: 'password_without_lowercase',
  uppercase: 'password_without_uppercase',
  digit: 'password_without_digit',
  symbol: 'password_without_symbol',
} as const satisfies Record<PasswordRule, string>

/** Validates the form that changes a password, as far as possible without knowing the current one. */
export function passwordChangeProblems(
  { current, password, repeat }: { current: string; password: string; repeat: string },
  minimumLength: number,
) {
  return [
    ...(current.length < minCurrentPasswordLength ? (['current_password_missing'] as const) : []),
    ...unmetPasswordRules(password, minimumLength).map((rule) => passwordProblemCodes[rule]),
    ...(repeat === password ? [] : (['password_repeat_differs'] as const)),
  ]
}

// Letters of every script. Everything that is neither letter nor digit is a symbol, including spaces.
const rulePatterns: Record<Exclude<PasswordRule, 'length'>, RegExp> = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  digit: /\p{Nd}/u,
  symbol: /[^\p{L}\p{N}]/u,
}
