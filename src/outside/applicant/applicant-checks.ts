/** An applicant for a contract, with the data that the checks need. */
export type Applicant = { taxId: string; name: string; surname1: string; surname2: string | null }

/** A photo or document that an applicant sent as proof of identity. */
export type IdentityImage = { mediaType: string; read: () => Promise<Buffer> }

/** A check of an external bureau could not be answered now. */
export class CheckUnavailableError extends Error {
  override name = 'CheckUnavailableError'
}

/**
 * Checks on an applicant at external bureaus. Another bureau is plugged in with another factory. Both methods throw
 * CheckUnavailableError if the bureau does not answer; no applicant is refused for that.
 */
export type ApplicantChecks = {
  /** Checks whether the holder is creditworthy. Called only with the holder's authorisation. */
  isSolvent(applicant: Applicant): Promise<boolean>
  /** Checks whether the identity document matches this name. */
  isSamePerson(applicant: Applicant, images: readonly IdentityImage[]): Promise<boolean>
}
