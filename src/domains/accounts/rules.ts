/** What a mailed link lets whoever has the mailbox do: set the first password of an account, or a new one. */
export const linkPurposes = ['activation', 'reset'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** Lengths that nobody needs more of. */
export const accountLimits = { nif: 40, contract: 50, invoiceNumber: 50, email: 320, phone: 40, link: 200 } as const

/** What the sign-up form holds, in the order of its fields. */
export type SignUpValues = {
  nif: string
  contract: string
  invoiceNumber: string
  email: string
  email2: string
  phone: string
  acceptConditionsAndGdpr: boolean
}
export type SignUpField = keyof SignUpValues

export const emptySignUp: SignUpValues = {
  nif: '',
  contract: '',
  invoiceNumber: '',
  email: '',
  email2: '',
  phone: '+34 ',
  acceptConditionsAndGdpr: false,
}

/** Which words the box of the sign-up has; another version when what they mean changes. */
export const acceptanceVersion = '2026-11'

/** How long nobody has written before the draft of a sign-up is kept. Source: specification, point 9. */
export const draftIdleMs = 1000

/** The code, with a text of its own, of whatever can be wrong with a field. */
export const signUpProblemsOf = {
  nif: ['nif_missing', 'nif_invalid'],
  contract: ['contract_missing'],
  invoiceNumber: ['invoice_number_missing'],
  email: ['email_missing', 'email_invalid'],
  email2: ['email_repeat_missing', 'emails_differ'],
  phone: ['phone_missing', 'phone_invalid'],
  acceptConditionsAndGdpr: ['acceptance_missing'],
} as const satisfies Record<SignUpField, readonly string[]>
export type SignUpProblem = (typeof signUpProblemsOf)[SignUpField][number]

/** A number of fewer characters is only its prefix. Source: specification, point 5. */
export const fewestPhoneCharacters = 4

/** The settings that say which further fields there are. */
export type AskedFields = { phoneField: boolean; invoiceNumberField: boolean }

/** Who wants a new password. */
export type ResetValues = { nif: string; email: string }
export const resetProblemCodes = ['nif_missing', 'nif_invalid', 'email_missing', 'email_invalid'] as const
export type ResetProblem = (typeof resetProblemCodes)[number]

/** The field of a form that a problem is told beside. */
export function fieldOf(problem: SignUpProblem): SignUpField {
  const fields = Object.keys(signUpProblemsOf) as SignUpField[]
  return fields.find((field) => (signUpProblemsOf[field] as readonly string[]).includes(problem))!
}

/** Codes of an address as what they tell; others are left out. */
export function knownProblems(codes: readonly string[]): SignUpProblem[] {
  const known: readonly string[] = Object.values(signUpProblemsOf).flat()
  return codes.filter((code): code is SignUpProblem => known.includes(code))
}

/** A contract's number as it is looked for: people leave the zeros out that it begins with. */
export function contractKey(typed: string): string {
  return typed
    .replace(/\s/g, '')
    .replace(/^0+(?=.)/, '')
    .toLowerCase()
}

/** An e-mail address of which a stranger learns nothing, and its owner whose it is: `m•••@example.com`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0]}•••${email.slice(at)}`
}
