import type { Place, PlaceDraft } from '#domains/correspondence/web/address-draft.ts'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { taxIdKindOf } from '#vocabulary/tax-id-kind.ts'
import { typedWatts } from '#vocabulary/typed-power.ts'
import type { WireAddress } from '../address-rules.ts'
import type { GivenAgreements } from '../agreements.ts'
import { type ContractAnswers, type GasContractAnswers, selfConsumptionCode, settledPowers } from '../contract-rules.ts'
import type { ConfirmationAnswers, PaymentAnswers } from '../ending-rules.ts'
import { activityFor, type InstallationAnswers } from '../installation-rules.ts'
import type { PersonAnswers } from '../person-rules.ts'
import type { ContractKind } from '../wizard.ts'
import { codeFor, type WizardDraft } from './wizard-draft.ts'

/*
 * What is typed, by the names of the wire: the only place that knows both. What is not answered yet stays null, and is
 * found missing by the rules before anything is sent.
 */

export function installationForm({ installation }: WizardDraft): InstallationAnswers & { step: 1 } {
  const { cups, address, residence, activityId, isSupplied, retailerId, invoices } = installation
  return {
    step: 1,
    cups: { name: cups },
    address: wireAddress(address.typed, address.found),
    residence_type: residence,
    cnae: activityFor(residence, activityId),
    active_contract: isSupplied,
    comer_origin: isSupplied ? retailerId : null,
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
      // The postcode goes by both of its names.
      ...(hasOtherAddress && { ...wireAddress(address.typed, address.found), zip: address.typed.dp.trim() }),
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
  const [power, power2, power3, power4, power5, power6] = contract.powers.map(kwOf)
  const code = selfConsumptionCode(contract.hasSelfConsumption, installation.supply?.selfConsumptionCode ?? null)
  return {
    step: 3,
    cups: { name: installation.cups },
    ...settledPowers({ power, power2, power3, power4, power5, power6 }),
    promotional_code: codesOf(codeFor('electricity', { kind: 'electricity', promotion })),
    tarifa: contract.productId,
    tarifaATR: contract.tariffId,
    selfconsCode: code,
    selfcons_attach: contract.hasSelfConsumption ? idsOf(contract.selfConsumptionPapers) : [],
  }
}

/** Of gas alone the installation and the person have told the supply; with electricity it is asked for in its own step. */
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
    promotional_code: codesOf(codeFor('gas', { kind, promotion })),
    invoice: isSupplied ? idsOf(invoices) : [],
  }
}

export function paymentForm({ payment }: WizardDraft): PaymentAnswers & { step: 4 } {
  const { iban, isOwner, accountId } = payment
  // Of an account on file its holder has said so before.
  if (accountId) return { step: 4, bank: { account_id: accountId }, owner_is_bank_owner: true }
  return { step: 4, bank: { iban: iban.replace(/\s/g, '') }, owner_is_bank_owner: isOwner }
}

/** What somebody has agreed to before is neither asked again nor sent. */
export function confirmationForm(
  { confirmation }: WizardDraft,
  { given, askPublicity }: { given: GivenAgreements; askPublicity: boolean },
): ConfirmationAnswers & { step: 5; confirm: true } {
  const { acceptsConditions, acceptsPrivacy, acceptsPublicity } = confirmation
  return {
    step: 5,
    ...(!given.conditions && { accept_ov_conditions: acceptsConditions }),
    ...(!given.privacy && { accept_gdpr: acceptsPrivacy }),
    ...(askPublicity && { activate_publicity: acceptsPublicity }),
    confirm: true,
  }
}

/** kW as typed, with comma or point; null for what is no power. */
export function kwOf(text: string): number | null {
  const watts = typedWatts(text)
  return watts === null ? null : watts / 1_000
}

function wireAddress({ ine: _, ...typed }: PlaceDraft, found: Place | null): WireAddress {
  const { tv, nv, pnp, dp, ...others } = typed
  return {
    ...{ tv, nv: nv.trim(), pnp: pnp.trim(), dp: dp.trim() },
    ...{ ine: found?.ine ?? '', state: found?.state ?? '', poblacio: found?.city ?? '' },
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
