import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'

/** The maximum length of a supply point's cadastral reference, in characters. */
const maxReferenceLength = 20

/** Why a text is not a valid cadastral reference, as the error codes of the specification. */
export type CadastralProblem = 'required' | 'ref_catastral_dialog_error_length' | 'ref_catastral_dialog_error_no_alpha'

/** Returns the problem of a typed cadastral reference, ignoring case and white space; null when it is valid. */
export function cadastralProblem(input: string): CadastralProblem | null {
  const reference = compactCadastralReference(input)
  if (reference === '') return 'required'
  if (reference.length > maxReferenceLength) return 'ref_catastral_dialog_error_length'
  return /^[\dA-ZÑ]+$/.test(reference) ? null : 'ref_catastral_dialog_error_no_alpha'
}

/** Checks whether the input is neither empty nor the present reference. */
export function isOtherReference(input: string, present: string | null): boolean {
  const reference = compactCadastralReference(input)
  return reference !== '' && reference !== present
}
