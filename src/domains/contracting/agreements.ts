import { leadConsent } from '#domains/leads/rules.ts'

/** The version of the texts beside the boxes of a new contract. Other texts have another version. */
export const agreementVersion = leadConsent.version

/** The consents given in each step. */
type ConsentSteps = {
  1?: { lead_consent?: boolean | undefined; accept_morosity_verification?: boolean | undefined } | undefined
  3?: { accept_dynamic?: boolean | undefined } | object | undefined
  5?:
    | {
        accept_ov_conditions?: boolean | undefined
        accept_gdpr?: boolean | undefined
        activate_publicity?: boolean | undefined
      }
    | undefined
}

/** An agreement that a new contract requires: the step that it is given in, and its name in the ledger. */
export type Agreement = {
  step: 1 | 3 | 5
  purpose: string
  /** The text beside its box, among the form fields. */
  label: string
  answerIn: (steps: ConsentSteps) => boolean | undefined
  isOptional?: boolean
}

/**
 * The agreements without which no contract is made. The last step requests them from a user who has not given them
 * before.
 */
export const contractAgreements = {
  conditions: {
    step: 5,
    purpose: 'contract_terms',
    label: 'acceptsConditions',
    answerIn: (steps) => steps[5]?.accept_ov_conditions,
  },
  privacy: {
    step: 5,
    // Not `data_protection`, which in the ledger is the consent of a portal account's creation.
    purpose: 'contract_data_protection',
    label: 'acceptsPrivacy',
    answerIn: (steps) => steps[5]?.accept_gdpr,
  },
} as const satisfies Record<string, Agreement>

/** Which of them a user has given before, to the current texts. */
export type KnownAgreements = Readonly<Record<keyof typeof contractAgreements, boolean>>

export const noAgreements: KnownAgreements = { conditions: false, privacy: false }

export const agreements: readonly Agreement[] = [
  { step: 1, purpose: leadConsent.purpose, label: 'permitsContact', answerIn: (steps) => steps[1]?.lead_consent },
  {
    step: 1,
    purpose: 'solvency_check',
    label: 'permitsSolvencyCheck',
    answerIn: (steps) => steps[1]?.accept_morosity_verification,
  },
  {
    step: 3,
    purpose: 'dynamic_price',
    label: 'acceptsDynamic',
    answerIn: ({ 3: contract }) => (contract && 'accept_dynamic' in contract ? contract.accept_dynamic : undefined),
  },
  contractAgreements.conditions,
  contractAgreements.privacy,
  {
    step: 5,
    purpose: 'publicity',
    label: 'acceptsPublicity',
    answerIn: (steps) => steps[5]?.activate_publicity,
    isOptional: true,
  },
]
