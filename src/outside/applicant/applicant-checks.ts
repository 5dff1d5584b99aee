/** Who wants to be a customer, as far as it is asked about. */
export type Applicant = { taxId: string; name: string; surname1: string; surname2: string | null }

/** A picture or paper that somebody sent as proof of who they are. */
export type IdentityImage = { mediaType: string; read: () => Promise<Buffer> }

/** Something that is asked of others could not be answered now. */
export class CheckUnavailable extends Error {
  override name = 'CheckUnavailable'
}

/**
 * What a retailer asks others about somebody who wants to be a customer. Another bureau is put in by another maker. Both
 * throw CheckUnavailable where the bureau does not answer; nobody is refused for that.
 */
export type ApplicantChecks = {
  /** Whether the holder is known to pay. Asked only with the holder's authorisation. */
  isSolvent(applicant: Applicant): Promise<boolean>
  /** Whether the identity document is of this name. */
  isSamePerson(applicant: Applicant, images: readonly IdentityImage[]): Promise<boolean>
}
