import { parseCups } from '#vocabulary/cups.ts'
import { addressProblems, type WireAddress } from './address-rules.ts'
import { type Asked, isBlank, type Problems, problemIf } from './asked.ts'

/** The activity of somebody who does not use electricity for a business (CNAE-2009, 9820). */
export const householdActivityId = 986

/** How many invoices go with a contract. */
export const mostInvoices = 3

export const residenceTypes = ['habitual', 'second', 'business'] as const
export type ResidenceType = (typeof residenceTypes)[number]

export type InstallationAnswers = {
  cups: { name: string }
  address: WireAddress
  residence_type: ResidenceType
  cnae: number | null
  active_contract: boolean | null
  comer_origin?: number | null
  accept_morosity_verification?: boolean
  lead_consent?: boolean
  invoice?: readonly unknown[]
}

/** What the look-up of the supply told. */
export type Supply = {
  /** Whether it may be contracted; undefined while that is not known. */
  isAvailable: boolean | undefined
  /** The energy that it is known to be of, where that is not the one asked for. */
  otherEnergy?: 'electricity' | 'gas' | null | undefined
}

/** What is wrong with the first step: the supply and where it is (specification, point 5). */
export function installationProblems(answers: InstallationAnswers, asked: Asked, supply: Supply): Problems {
  const { cups, address, residence_type, cnae, active_contract, comer_origin } = answers
  const invoices = answers.invoice?.length ?? 0
  return {
    ...addressProblems(address, 'address'),
    ...cupsProblems(cups.name, supply),
    ...problemIf(residence_type === 'business' && (cnae === null || cnae === 0), 'cnae', 'required'),
    ...problemIf(residence_type !== 'business' && cnae !== householdActivityId, 'cnae', 'activity_not_household'),
    ...problemIf(active_contract === null, 'active_contract', 'required'),
    ...problemIf(asked.selectComerOrigin && active_contract === true && !comer_origin, 'comer_origin', 'required'),
    ...problemIf(asked.requireLeadConsent && answers.lead_consent !== true, 'lead_consent', 'lead_consent_required'),
    ...problemIf(
      asked.mustAcceptMorosityVerification && answers.accept_morosity_verification !== true,
      'accept_morosity_verification',
      'solvency_check_required',
    ),
    ...problemIf(asked.invoiceRequired && active_contract === true && invoices === 0, 'invoice', 'invoice_required'),
    ...problemIf(invoices > mostInvoices, 'invoice', `too_many_files:${mostInvoices}`),
  }
}

/** What is wrong with a CUPS: missing, no CUPS, of the other energy, or of a supply that may not be contracted. */
export function cupsProblems(text: string, { isAvailable, otherEnergy }: Supply): Problems {
  if (isBlank(text)) return { 'cups.name': 'required' }
  if (parseCups(text) === null) return { 'cups.name': 'cups_not_valid' }
  if (otherEnergy) return { 'cups.name': `cups_of_${otherEnergy}` }
  return problemIf(isAvailable === false, 'cups.name', 'cups_not_available')
}

/** The activity that goes with a residence: a home's own, none yet for a business that has not chosen. */
export function activityFor(residence: ResidenceType, chosen: number | null): number | null {
  if (residence !== 'business') return householdActivityId
  return chosen === householdActivityId ? null : chosen
}
