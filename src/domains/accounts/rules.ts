/** Maximum lengths, beyond any real value. */
export const accountLimits = { nif: 40, contract: 50, invoiceNumber: 50, email: 320, phone: 40, link: 200 } as const

/** The values of the sign-up form, in the order of its fields. */
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

/** The version of the text beside the sign-up checkbox. It changes when the meaning of the text does. */
export const acceptanceVersion = '2026-11'

/** Idle time in milliseconds after which the sign-up draft is saved. Source: specification, point 9. */
export const draftIdleMs = 1000

/** The problem codes of each field. Each code has its own text. */
export const signUpProblemCodes = {
  nif: ['nif_missing', 'nif_invalid'],
  contract: ['contract_missing'],
  invoiceNumber: ['invoice_number_missing'],
  email: ['email_missing', 'email_invalid'],
  email2: ['email_repeat_missing', 'emails_differ'],
  phone: ['phone_missing', 'phone_invalid'],
  acceptConditionsAndGdpr: ['acceptance_missing'],
} as const satisfies Record<SignUpField, readonly string[]>
export type SignUpProblem = (typeof signUpProblemCodes)[SignUpField][number]

/** A shorter number is only a prefix. Source: specification, point 5. */
export const minPhoneCharacters = 4

/** The settings that enable the optional fields. */
export type OptionalFields = { phoneField: boolean; invoiceNumberField: boolean }

/** The values of the form that requests a password reset. */
export type ResetValues = { nif: string; email: string }
export const resetProblemCodes = ['nif_missing', 'nif_invalid', 'email_missing', 'email_invalid'] as const
export type ResetProblem = (typeof resetProblemCodes)[number]

/** Returns the form field beside which a problem is shown. */
export function fieldOfProblem(problem: SignUpProblem): SignUpField {
  const fields = Object.keys(signUpProblemCodes) as SignUpField[]
  return fields.find((field) => (signUpProblemCodes[field] as readonly string[]).includes(problem))!
}

/** Returns the sign-up problems for codes from a URL. Unknown codes are left out. */
export function knownProblems(codes: readonly string[]): SignUpProblem[] {
  const known: readonly string[] = Object.values(signUpProblemCodes).flat()
  return codes.filter((code): code is SignUpProblem => known.includes(code))
}

/** Returns a contract number in the form used for lookup: customers leave out its leading zeros. */
export function contractKey(contractNumber: string): string {
  return contractNumber
    .replace(/\s/g, '')
    .replace(/^0+(?=.)/, '')
    .toLowerCase()
}
