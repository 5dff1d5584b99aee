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

/** What nobody contracts without: asked for with the last step of whoever has not agreed to it before. */
export const contractAgreements = {
  conditions: {
    step: 5,
    purpose: 'contract_terms',
    label: 'acceptsConditions',
    saidIn: (steps) => steps[5]?.accept_ov_conditions,
  },
  privacy: {
    step: 5,
    // Not `data_protection`, by which the ledger knows what an account of the office was made with.
    purpose: 'contract_data_protection',
    label: 'acceptsPrivacy',
    saidIn: (steps) => steps[5]?.accept_gdpr,
  },
} as const satisfies Record<string, Agreement>

/** Which of them somebody has agreed to before, in the words of today. */
export type GivenAgreements = Readonly<Record<keyof typeof contractAgreements, boolean>>

export const nothingGiven: GivenAgreements = { conditions: false, privacy: false }

export const agreements: readonly Agreement[] = [
  { step: 1, purpose: leadConsent.purpose, label: 'permitsContact', saidIn: (steps) => steps[1]?.lead_consent },
  {
    step: 1,
    purpose: 'solvency_check',
    label: 'permitsSolvencyCheck',
    saidIn: (steps) => steps[1]?.accept_morosity_verification,
  },
  contractAgreements.conditions,
  contractAgreements.privacy,
  {
    step: 5,
    purpose: 'publicity',
    label: 'acceptsPublicity',
    saidIn: (steps) => steps[5]?.activate_publicity,
    isOptional: true,
  },
]
