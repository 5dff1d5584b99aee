export const longestLogin = 320
/** A recovery code with room for spaces; one of an app is shorter. */
export const longestCode = 40
export const longestPasskeyName = 60
/** Far above what anybody types: a password is taken as it is, never cut. */
export const longestPassword = 4096
/** No password was ever shorter, so one that is has not been filled in. Source: specification, point 5. */
export const shortestCurrentPassword = 6

/** Whether somebody has proved lately who they are: within so many minutes, the last one included. */
export function isFresh(
  { authenticatedAt }: { authenticatedAt: Date },
  { now, minutes }: { now: Date; minutes: number },
): boolean {
  return now.getTime() - authenticatedAt.getTime() <= minutes * 60_000
}

/** What a new password must have, in the order in which it is told. */
export const passwordRules = ['length', 'lowercase', 'uppercase', 'digit', 'symbol'] as const
export type PasswordRule = (typeof passwordRules)[number]

/** The rules that a new password does not meet yet. Characters are counted as people see them, whatever their bytes. */
export function unmetRules(password: string, minimumLength: number): PasswordRule[] {
  return passwordRules.filter((rule) =>
    rule === 'length' ? [...password].length < minimumLength : !marks[rule].test(password),
  )
}

/** The code, with a text of its own, of each rule that a new password does not meet. */
export const problemCodes = {
  length: 'password_too_short',
  lowercase: 'password_without_lowercase',
  uppercase: 'password_without_uppercase',
  digit: 'password_without_digit',
  symbol: 'password_without_symbol',
} as const satisfies Record<PasswordRule, string>

/** What is wrong with the form that changes a password, as far as it can be told without knowing the present one. */
export function changeProblems(
  { current, password, repeat }: { current: string; password: string; repeat: string },
  minimumLength: number,
) {
  return [
    ...(current.length < shortestCurrentPassword ? (['current_password_missing'] as const) : []),
    ...unmetRules(password, minimumLength).map((rule) => problemCodes[rule]),
    ...(repeat === password ? [] : (['password_repeat_differs'] as const)),
  ]
}

// Letters of every script; whatever is neither letter nor digit is a symbol, a space as well.
const marks: Record<Exclude<PasswordRule, 'length'>, RegExp> = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  digit: /\p{Nd}/u,
  symbol: /[^\p{L}\p{N}]/u,
}
