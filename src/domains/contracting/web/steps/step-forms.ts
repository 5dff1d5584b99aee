import type { LocationDraft, PostcodeLocation } from '#domains/correspondence/web/address-draft.ts'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { parseUnsignedDecimal } from '#vocabulary/number-input.ts'
import { parseWattsInput } from '#vocabulary/power-input.ts'
import { taxIdKindOf } from '#vocabulary/tax-id-kind.ts'
import type { WireAddress } from '../../address-rules.ts'
import type { KnownAgreements } from '../../agreements.ts'
import {
  type ContractAnswers,
  type GasContractAnswers,
  normalizePowers,
  selfConsumptionCode,
} from '../../contract-rules.ts'
import { activityFor, type InstallationAnswers } from '../../installation-rules.ts'
import type { ConfirmationAnswers, PaymentAnswers } from '../../payment-and-confirmation-rules.ts'
import type { PersonAnswers } from '../../person-rules.ts'
import type { ContractKind } from '../../wizard.ts'
import { promoCodeFor, type WizardDraft } from '../draft/wizard-draft.ts'

/* Converts the input to the API names; the only place that knows both. Unanswered questions stay null, and the rules
   report them as missing before anything is sent. */

export function installationForm({ installation }: WizardDraft): InstallationAnswers & { step: 1 } {
  const { cups, address, residence, activityId, isSupplied, switchDay, retailerId, invoices } = installation
  return {
    step: 1,
    cups: { name: cups },
    address: toWireAddress(address.input, address.town),
    residence_type: residence,
    cnae: activityFor(residence, activityId),
    active_contract: isSupplied,
    comer_origin: isSupplied ? retailerId : null,
    ...(isSupplied && switchDay && { switch_on: switchDay }),
    accept_morosity_verification: installation.permitsSolvencyCheck,
    lead_consent: installation.permitsContact,
    invoice: isSupplied ? idsOf(invoices) : [],
  }
}

export function personForm(
  { installation, person }: WizardDraft,
  { asksLanguage }: { asksLanguage: boolean },
): PersonAnswers & { step: 2 } {
  const { taxId, name, surname1, surname2, representative, mobile, email, hasOtherAddress, address } = person
  const isCompany = taxIdKindOf(taxId) === 'CIF'
  return {
    step: 2,
    owner: isCompany
      ? {
          type: 'J',
          name,
          juridic_vat: taxId,
          rep_vat: representative.taxId,
          rep_name: representative.name,
          rep_surname1: representative.surname1,
          rep_surname2: orNull(representative.surname2),
        }
      : { type: 'F', fisic_vat: taxId, first_name: name, surname1, surname2: orNull(surname2) },
    owner_address: {
      different_address: hasOtherAddress,
      mobile,
      email: orNull(email),
      // The postcode is sent under both of its names.
      ...(hasOtherAddress && { ...toWireAddress(address.input, address.town), zip: address.input.dp.trim() }),
    },
    change_owner: installation.isSupplied ? person.changesOwner : null,
    ...(asksLanguage && { commsLanguage: person.language }),
    nif_faceup: idsOf(person.identityFront),
    nif_facedown: idsOf(person.identityBack),
    cif: isCompany ? idsOf(person.companyDocument) : [],
  }
}

export function contractForm({ installation, contract, promotion }: WizardDraft): ContractAnswers & {
  step: 3
  cups: { name: string }
  promotional_code: string[]
} {
  const [power, power2, power3, power4, power5, power6] = contract.powers.map(parseKw)
  const code = selfConsumptionCode(contract.hasSelfConsumption, installation.supply?.selfConsumptionCode ?? null)
  return {
    step: 3,
    cups: { name: installation.cups },
    ...normalizePowers({ power, power2, power3, power4, power5, power6 }),
    promotional_code: codesOf(promoCodeFor('electricity', { kind: 'electricity', promotion })),
    tarifa: contract.productId,
    tarifaATR: contract.tariffId,
    selfconsCode: code,
    selfcons_attach: contract.hasSelfConsumption ? idsOf(contract.selfConsumptionPapers) : [],
    ...(contract.acceptsDynamic && { accept_dynamic: true }),
    ...(installation.residence === 'habitual' &&
      contract.hasSocialBonus && { social_bonus: { discount_eur: parseEuros(contract.bonusDiscount ?? '') } }),
  }
}

/**
 * Returns the third step of gas. For gas alone the supply comes from the installation and the person; with electricity
 * it is asked for in its own step.
 */
export function gasContractForm(
  { installation, person, gas, promotion }: WizardDraft,
  kind: ContractKind,
): GasContractAnswers & { step: 3; promotional_code: string[] } {
  const { cups, isSupplied, changesOwner, retailerId, invoices } =
    kind === 'gas' ? { ...installation, changesOwner: person.changesOwner } : gas
  return {
    step: 3,
    cups: { name: cups },
    active_contract: isSupplied,
    change_owner: isSupplied ? changesOwner : null,
    comer_origin: isSupplied ? retailerId : null,
    tarifa: gas.productId,
    tarifaATR: gas.tariffId,
    promotional_code: codesOf(promoCodeFor('gas', { kind, promotion })),
    invoice: isSupplied ? idsOf(invoices) : [],
  }
}

export function paymentForm({ payment }: WizardDraft): PaymentAnswers & { step: 4 } {
  const { means = 'direct_debit', iban, isOwner, accountId } = payment
  if (means !== 'direct_debit') return { step: 4, payment_means: means, bank: {}, owner_is_bank_owner: false }
  // For an account on file its holder has confirmed this before.
  if (accountId) return { step: 4, bank: { account_id: accountId }, owner_is_bank_owner: true }
  return { step: 4, bank: { iban: iban.replace(/\s/g, '') }, owner_is_bank_owner: isOwner }
}

/** Returns the last step. Agreements that were given before are neither requested nor sent again. */
export function confirmationForm(
  { confirmation }: WizardDraft,
  { agreements, askPublicity }: { agreements: KnownAgreements; askPublicity: boolean },
): ConfirmationAnswers & { step: 5; confirm: true } {
  const { acceptsConditions, acceptsPrivacy, acceptsPublicity } = confirmation
  return {
    step: 5,
    ...(!agreements.conditions && { accept_ov_conditions: acceptsConditions }),
    ...(!agreements.privacy && { accept_gdpr: acceptsPrivacy }),
    ...(askPublicity && { activate_publicity: acceptsPublicity }),
    confirm: true,
  }
}

/** Parses kW with a decimal comma or point; null for anything that is not a power. */
export function parseKw(text: string): number | null {
  const watts = parseWattsInput(text)
  return watts === null ? null : watts / 1_000
}

/** The largest discount that is typed, which makes a single mark before three digits one of thousands. */
const maxEuros = 10_000

/** Parses euros; null where nothing is typed, NaN for anything that is no amount. */
function parseEuros(text: string): number | null {
  return text.trim() === ''
    ? null
    : Number(parseUnsignedDecimal(text, { locale: 'es', decimals: 2, max: maxEuros }) ?? Number.NaN)
}

function toWireAddress({ ine: _, ...input }: LocationDraft, town: PostcodeLocation | null): WireAddress {
  const { tv, nv, pnp, dp, ...others } = input
  return {
    ...{ tv, nv: nv.trim(), pnp: pnp.trim(), dp: dp.trim() },
    ...{ ine: town?.ine ?? '', state: town?.state ?? '', poblacio: town?.city ?? '' },
    ...Object.fromEntries(Object.entries(others).map(([name, text]) => [name, orNull(text)])),
  }
}

function codesOf(code: string | null): string[] {
  return code === null ? [] : [code]
}

function idsOf(files: readonly SentUpload[]) {
  return files.map(({ id }) => ({ id }))
}

function orNull(text: string): string | null {
  return text.trim() || null
}
