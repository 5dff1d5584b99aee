import { type ApplicantChecks, CheckUnavailableError } from './applicant-checks.ts'

/** The tax ids for which the sandbox does not answer positively. Their numbers have not been issued to anyone. */
export const sandboxTaxIds = {
  badScore: '99100901L',
  anotherName: '99100902C',
  unavailable: '99100903K',
} as const

/**
 * Creates checks without an external bureau: the tax id determines the answer, so that every course of a contract can
 * be tried out.
 */
export function createSandboxChecks(): ApplicantChecks {
  return {
    async isSolvent({ taxId }) {
      refuseUnavailable(taxId)
      return taxId !== sandboxTaxIds.badScore
    },
    async isSamePerson({ taxId }) {
      refuseUnavailable(taxId)
      return taxId !== sandboxTaxIds.anotherName
    },
  }
}

function refuseUnavailable(taxId: string) {
  if (taxId === sandboxTaxIds.unavailable)
    throw new CheckUnavailableError('The sandbox does not answer for this tax id')
}
