import { parseCups } from '#vocabulary/cups.ts'
import { addressProblems, type WireAddress } from './address-rules.ts'
import { type ContractFormConfig, type FieldProblems, isBlank, problemIf } from './field-problems.ts'

/** The activity of a household, which uses no electricity for a business (CNAE-2009, 9820). */
export const householdActivityId = 986

/** The maximum number of invoices attached to a contract. */
export const maxInvoices = 3

export const residenceTypes = ['habitual', 'second', 'business'] as const
export type ResidenceType = (typeof residenceTypes)[number]

export type InstallationAnswers = {
  cups: { name: string }
  address: WireAddress
  residence_type: ResidenceType
  cnae: number | null
  active_contract: boolean | null
  comer_origin?: number | null
  switch_on?: string | null
  accept_morosity_verification?: boolean
  lead_consent?: boolean
  invoice?: readonly unknown[]
}

/** The result of the supply lookup. */
export type SupplyLookup = {
  /** Whether it may be contracted; undefined while that is not known. */
  isAvailable: boolean | undefined
  /** The energy that it is known to supply, where that differs from the requested one. */
  otherEnergy?: 'electricity' | 'gas' | null | undefined
}

/** Returns the problems of the first step: the supply and its address (specification, point 5). */
export function installationProblems(
  answers: InstallationAnswers,
  config: ContractFormConfig,
  supply: SupplyLookup,
): FieldProblems {
  const { cups, address, residence_type, cnae, active_contract, comer_origin } = answers
  const invoices = answers.invoice?.length ?? 0
  return {
    ...addressProblems(address, 'address'),
    ...cupsProblems(cups.name, supply),
    ...problemIf(residence_type === 'business' && (cnae === null || cnae === 0), 'cnae', 'required'),
    ...problemIf(residence_type !== 'business' && cnae !== householdActivityId, 'cnae', 'activity_not_household'),
    ...problemIf(active_contract === null, 'active_contract', 'required'),
    ...problemIf(config.selectComerOrigin && active_contract === true && !comer_origin, 'comer_origin', 'required'),
    ...problemIf(config.requireLeadConsent && answers.lead_consent !== true, 'lead_consent', 'lead_consent_required'),
    ...problemIf(
      config.mustAcceptMorosityVerification && answers.accept_morosity_verification !== true,
      'accept_morosity_verification',
      'solvency_check_required',
    ),
    ...problemIf(config.invoiceRequired && active_contract === true && invoices === 0, 'invoice', 'invoice_required'),
    ...problemIf(invoices > maxInvoices, 'invoice', `too_many_files:${maxInvoices}`),
  }
}

/** Returns the problem of a CUPS: missing, invalid, of the other energy, or of a supply that may not be contracted. */
export function cupsProblems(text: string, { isAvailable, otherEnergy }: SupplyLookup): FieldProblems {
  if (isBlank(text)) return { 'cups.name': 'required' }
  if (parseCups(text) === null) return { 'cups.name': 'cups_not_valid' }
  if (otherEnergy) return { 'cups.name': `cups_of_${otherEnergy}` }
  return problemIf(isAvailable === false, 'cups.name', 'cups_not_available')
}

/**
 * Returns the activity for a type of residence: the household activity for a home, none for a business that has not
 * chosen one.
 */
export function activityFor(residence: ResidenceType, chosen: number | null): number | null {
  if (residence !== 'business') return householdActivityId
  return chosen === householdActivityId ? null : chosen
}
