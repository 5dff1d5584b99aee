import type { Place, PlaceDraft } from '#domains/correspondence/web/address-draft.ts'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import type { Locale } from '#kit/locale.ts'
import { householdActivityId, type ResidenceType } from '../installation-rules.ts'
import type { ContractKind, StepName } from '../wizard.ts'

export type Energy = 'electricity' | 'gas'

/** What the register told of a supply. */
export type RegisteredSupply = {
  cups: string
  isKnown: boolean
  isAvailable: boolean
  /** The energy that it is known to be of, where it is not the one asked about. */
  otherEnergy?: Energy | null
  tariff: { id: number; name: string } | null
  postcode: string | null
  powersKw: (number | null)[]
  selfConsumptionCode: string | null
}

/** A place as it is typed, and the town and province that were found for it when the step was left. */
type TypedPlace = { typed: PlaceDraft; found: Place | null }

type Choice = {
  tariffId: number | null
  /** -1 while none is chosen. */
  productId: number
  productName: string
  /** What whoever fills in the form says that they use in a year, where the register does not know. */
  yearKwh: string
}

/** What is typed into the form of a new contract, by its steps. It is all that is kept, so that nothing is typed twice. */
export type WizardDraft = {
  installation: {
    cups: string
    supply: RegisteredSupply | null
    address: TypedPlace
    residence: ResidenceType
    activityId: number | null
    activityName: string
    isSupplied: boolean | null
    retailerId: number | null
    invoices: readonly SentUpload[]
    permitsSolvencyCheck: boolean
    permitsContact: boolean
  }
  person: {
    taxId: string
    name: string
    surname1: string
    surname2: string
    representative: { taxId: string; name: string; surname1: string; surname2: string }
    mobile: string
    email: string
    language: Locale
    changesOwner: boolean | null
    hasOtherAddress: boolean
    address: TypedPlace
    identityFront: readonly SentUpload[]
    identityBack: readonly SentUpload[]
    companyDocument: readonly SentUpload[]
  }
  contract: Choice & {
    powers: readonly string[]
    /** Whether the powers were chosen elsewhere, so that those of the register do not take their place. */
    arePowersOwn: boolean
    hasSelfConsumption: boolean
    selfConsumptionPapers: readonly SentUpload[]
  }
  /** A code, and the energy of the product that it opens; of one for every product that of the form's first. */
  promotion: { typed: string; applied: string | null; energy?: Energy | undefined }
  gas: Choice & {
    isIncluded: boolean
    cups: string
    supply: RegisteredSupply | null
    isSupplied: boolean | null
    changesOwner: boolean | null
    retailerId: number | null
    invoices: readonly SentUpload[]
  }
  /** The account that is typed, or the id of one on file. */
  payment: { iban: string; isOwner: boolean; accountId?: number | null | undefined }
  confirmation: { acceptsConditions: boolean; acceptsPrivacy: boolean; acceptsPublicity: boolean }
  /** The leads of the server, and what each step was when it was sent. */
  leads: { main: number | null; gas: number | null }
  sent: Partial<Record<StepName, string>>
  /** The version of what the server has of it, as this device has seen it. */
  version?: string | undefined
  completed: readonly StepName[]
  /** Why the holder cannot go on. */
  blocked: 'badScore' | 'dniInvalid' | null
  /** Whether an operator checks the holder before there is a contract to sign. */
  isCheckedByPerson?: boolean
  /** What was made of the electricity while the gas was not yet. */
  ended: Ending[]
  isFinished: boolean
  /** Whether a link to it was mailed, so that what is typed is kept for wherever that is opened. */
  isLinked: boolean
  /** Whether it was filled once with what is known of whoever is signed in; what they then make of it stays. */
  isFilled?: boolean
  /** Whether its electricity was made before it was taken up again by a link: what is left is its gas, of a holder who is told no more. */
  isRestOfDual: boolean
}

/** What the server told at the end of a contract. */
export type Ending = {
  energy: Energy
  format: 'html' | 'markdown'
  body: string
  signatureUrl: string | null
  /** What the contract is called. */
  reference?: string
}

/** The parts of a draft that are typed. */
export type WizardPart = 'installation' | 'person' | 'contract' | 'promotion' | 'gas' | 'payment' | 'confirmation'

const emptyPlace: TypedPlace = {
  typed: {
    ...{ tv: 'CL', nv: '', pnp: '', bq: '', es: '', pt: '', pu: '', dp: '', ine: '', aclarador: '' },
    ref_catastral: '',
  },
  found: null,
}

const noChoice: Choice = { tariffId: null, productId: -1, productName: '', yearKwh: '' }

/** The form before anything is typed. */
export function emptyWizard({ locale }: { locale: Locale }): WizardDraft {
  return {
    installation: {
      ...{ cups: '', supply: null, address: emptyPlace, residence: 'habitual' },
      ...{ activityId: householdActivityId, activityName: '', isSupplied: null, retailerId: null, invoices: [] },
      ...{ permitsSolvencyCheck: false, permitsContact: false },
    },
    person: {
      ...{ taxId: '', name: '', surname1: '', surname2: '' },
      representative: { taxId: '', name: '', surname1: '', surname2: '' },
      ...{ mobile: '', email: '', language: locale, changesOwner: null, hasOtherAddress: false, address: emptyPlace },
      ...{ identityFront: [], identityBack: [], companyDocument: [] },
    },
    contract: {
      ...noChoice,
      ...{
        powers: ['', '', '', '', '', ''],
        arePowersOwn: false,
        hasSelfConsumption: false,
        selfConsumptionPapers: [],
      },
    },
    promotion: { typed: '', applied: null },
    gas: {
      ...noChoice,
      ...{ isIncluded: true, cups: '', supply: null, isSupplied: null, changesOwner: null, retailerId: null },
      invoices: [],
    },
    payment: { iban: '', isOwner: false },
    confirmation: { acceptsConditions: false, acceptsPrivacy: false, acceptsPublicity: false },
    leads: { main: null, gas: null },
    ...{ sent: {}, completed: [], blocked: null, ended: [], isFinished: false },
    ...{ isLinked: false, isRestOfDual: false },
  }
}

/** The energy whose lead the shared steps belong to. */
export function mainEnergy(kind: ContractKind): Energy {
  return kind === 'gas' ? 'gas' : 'electricity'
}

/** The promotional code that goes along with one energy of the form, or null. */
export function codeFor(
  energy: Energy,
  { kind, promotion }: { kind: ContractKind; promotion: WizardDraft['promotion'] },
): string | null {
  return (promotion.energy ?? mainEnergy(kind)) === energy ? promotion.applied : null
}
