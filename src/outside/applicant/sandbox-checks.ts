import { type ApplicantChecks, CheckUnavailable } from './applicant-checks.ts'

/** The tax ids with which the sandbox answers otherwise than well; their numbers are not given out to anybody. */
export const sandboxTaxIds = {
  badScore: '99100901L',
  anotherName: '99100902C',
  unavailable: '99100903K',
} as const

/** Checks that ask nobody: the answer is known by the tax id, so that every way a contract can go is tried out. */
export function sandboxChecks(): ApplicantChecks {
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
  if (taxId === sandboxTaxIds.unavailable) throw new CheckUnavailable('The sandbox does not answer for this tax id')
}
