import { compactCadastralReference } from '#vocabulary/cadastral-reference.ts'

/** The most characters that the reference of a supply point takes. */
const longestReference = 20

/** Why a text is no cadastral reference, by the codes of the specification. */
export type CadastralProblem = 'required' | 'ref_catastral_dialog_error_length' | 'ref_catastral_dialog_error_no_alpha'

/** What is wrong with a reference as it was typed, without regard to capitals and white space; null when nothing is. */
export function cadastralProblem(typed: string): CadastralProblem | null {
  const reference = compactCadastralReference(typed)
  if (reference === '') return 'required'
  if (reference.length > longestReference) return 'ref_catastral_dialog_error_length'
  return /^[\dA-ZÑ]+$/.test(reference) ? null : 'ref_catastral_dialog_error_no_alpha'
}

/** Whether what was typed is something, and something else than the present reference. */
export function isOtherReference(typed: string, present: string | null): boolean {
  const reference = compactCadastralReference(typed)
  return reference !== '' && reference !== present
}
