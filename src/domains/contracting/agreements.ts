import { leadConsent } from '#domains/leads/rules.ts'

/** Of the words beside the boxes of a new contract; other words have another version. */
export const agreementVersion = leadConsent.version

/** What of the steps somebody agrees by. */
type SaidSteps = {
  1?: { lead_consent?: boolean | undefined; accept_morosity_verification?: boolean | undefined } | undefined
  5?:
    | {
        accept_ov_conditions?: boolean | undefined
        accept_gdpr?: boolean | undefined
        activate_publicity?: boolean | undefined
      }
    | undefined
}

/** Something that whoever takes out a contract agrees to: with which step, and how the ledger calls it. */
export type Agreement = {
  step: 1 | 5
  purpose: string
  /** The words beside its box, among the fields of the form. */
  label: string
  saidIn: (steps: SaidSteps) => boolean | undefined
  isOptional?: boolean
}

export const agreements: readonly Agreement[] = [
  { step: 1, purpose: leadConsent.purpose, label: 'permitsContact', saidIn: (steps) => steps[1]?.lead_consent },
  {
    step: 1,
    purpose: 'solvency_check',
    label: 'permitsSolvencyCheck',
    saidIn: (steps) => steps[1]?.accept_morosity_verification,
  },
  {
    step: 5,
    purpose: 'contract_terms',
    label: 'acceptsConditions',
    saidIn: (steps) => steps[5]?.accept_ov_conditions,
  },
  { step: 5, purpose: 'data_protection', label: 'acceptsPrivacy', saidIn: (steps) => steps[5]?.accept_gdpr },
  {
    step: 5,
    purpose: 'publicity',
    label: 'acceptsPublicity',
    saidIn: (steps) => steps[5]?.activate_publicity,
    isOptional: true,
  },
]
