import type { LocationDraft, PostcodeLocation } from '#domains/correspondence/web/address-draft.ts'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { PaymentMeans } from '#vocabulary/payment-means.ts'
import { householdActivityId, type ResidenceType } from '../../installation-rules.ts'
import type { ContractKind, StepName } from '../../wizard.ts'

export type Energy = 'electricity' | 'gas'

/** The data of a supply in the register. */
export type RegisteredSupply = {
  cups: string
  isKnown: boolean
  isAvailable: boolean
  /** The energy that it is known to supply, where that differs from the requested one. */
  otherEnergy?: Energy | null
  tariff: { id: number; name: string } | null
  postcode: string | null
  powersKw: (number | null)[]
  selfConsumptionCode: string | null
}

/** An address as typed, and the town and province found for it when the step was left. */
type AddressDraft = { input: LocationDraft; town: PostcodeLocation | null }

type ProductChoiceDraft = {
  tariffId: number | null
  /** -1 while none is chosen. */
  productId: number
  productName: string
  /** The yearly consumption as entered by the user, where the register has none. */
  yearKwh: string
}

/** The input of the form of a new contract, by step. All of it is stored, so that nothing is typed twice. */
export type WizardDraft = {
  installation: {
    cups: string
    supply: RegisteredSupply | null
    address: AddressDraft
    residence: ResidenceType
    activityId: number | null
    activityName: string
    isSupplied: boolean | null
    /** The day named for the switch; empty for as soon as possible. */
    switchDay?: string | undefined
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
    address: AddressDraft
    identityFront: readonly SentUpload[]
    identityBack: readonly SentUpload[]
    companyDocument: readonly SentUpload[]
  }
  contract: ProductChoiceDraft & {
    powers: readonly string[]
    /** Whether the powers were chosen elsewhere, so that those of the register do not replace them. */
    arePowersOwn: boolean
    hasSelfConsumption: boolean
    selfConsumptionPapers: readonly SentUpload[]
    /** Whether the holder has the social bonus, and its discount in the bills of four months, as typed. */
    hasSocialBonus?: boolean | undefined
    bonusDiscount?: string | undefined
    /** Whether the holder consents to a product that follows the market. */
    acceptsDynamic?: boolean | undefined
  }
  /**
   * A code, and the energy of the product that it opens; a code for every product counts for the first energy of the
   * form.
   */
  promotion: { typed: string; applied: string | null; energy?: Energy | undefined }
  gas: ProductChoiceDraft & {
    isIncluded: boolean
    cups: string
    supply: RegisteredSupply | null
    isSupplied: boolean | null
    changesOwner: boolean | null
    retailerId: number | null
    invoices: readonly SentUpload[]
  }
  /** How it is paid, by direct debit if not chosen; for that the typed account, or the id of one on file. */
  payment: {
    means?: PaymentMeans | undefined
    iban: string
    isOwner: boolean
    accountId?: number | null | undefined
  }
  confirmation: { acceptsConditions: boolean; acceptsPrivacy: boolean; acceptsPublicity: boolean }
  /** The leads on the server, and each step as it was when it was sent. */
  leads: { main: number | null; gas: number | null }
  sent: Partial<Record<StepName, string>>
  /** The version of the server's state, as seen by this device. */
  version?: string | undefined
  completed: readonly StepName[]
  /** Why the holder cannot continue. */
  blocked: 'badScore' | 'dniInvalid' | null
  /** Whether an operator checks the holder before there is a contract to sign. */
  isCheckedByPerson?: boolean
  /** The result of the electricity while the gas contract does not exist yet. */
  ended: ContractResult[]
  isFinished: boolean
  /** Whether a link to it was mailed, so that the input is saved for wherever the link is opened. */
  isLinked: boolean
  /** Whether it was prefilled once with the data of the signed-in user. What they change afterwards stays. */
  isFilled?: boolean
  /**
   * Whether its electricity contract existed before it was resumed by a link: only its gas is left, and its holder is
   * no longer returned.
   */
  isRestOfDual: boolean
}

/** The server's result at the end of a contract. */
export type ContractResult = {
  energy: Energy
  format: 'html' | 'markdown'
  body: string
  signatureUrl: string | null
  /** The name of the contract. */
  reference?: string
}

/** The parts of a draft that hold input. */
export type WizardPart = 'installation' | 'person' | 'contract' | 'promotion' | 'gas' | 'payment' | 'confirmation'

const emptyAddress: AddressDraft = {
  input: {
    ...{ tv: 'CL', nv: '', pnp: '', bq: '', es: '', pt: '', pu: '', dp: '', ine: '', aclarador: '' },
    ref_catastral: '',
  },
  town: null,
}

const noProductChoice: ProductChoiceDraft = { tariffId: null, productId: -1, productName: '', yearKwh: '' }

/** Returns the empty form. */
export function emptyWizardDraft({ locale }: { locale: Locale }): WizardDraft {
  return {
    installation: {
      ...{ cups: '', supply: null, address: emptyAddress, residence: 'habitual' },
      ...{ activityId: householdActivityId, activityName: '', isSupplied: null, retailerId: null, invoices: [] },
      ...{ permitsSolvencyCheck: false, permitsContact: false },
    },
    person: {
      ...{ taxId: '', name: '', surname1: '', surname2: '' },
      representative: { taxId: '', name: '', surname1: '', surname2: '' },
      ...{ mobile: '', email: '', language: locale, changesOwner: null, hasOtherAddress: false, address: emptyAddress },
      ...{ identityFront: [], identityBack: [], companyDocument: [] },
    },
    contract: {
      ...noProductChoice,
      ...{
        powers: ['', '', '', '', '', ''],
        arePowersOwn: false,
        hasSelfConsumption: false,
        selfConsumptionPapers: [],
      },
    },
    promotion: { typed: '', applied: null },
    gas: {
      ...noProductChoice,
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

/** Returns the energy whose lead the shared steps belong to. */
export function mainEnergy(kind: ContractKind): Energy {
  return kind === 'gas' ? 'gas' : 'electricity'
}

/** Returns the promotional code that is sent with one energy of the form, or null. */
export function promoCodeFor(
  energy: Energy,
  { kind, promotion }: { kind: ContractKind; promotion: WizardDraft['promotion'] },
): string | null {
  return (promotion.energy ?? mainEnergy(kind)) === energy ? promotion.applied : null
}
