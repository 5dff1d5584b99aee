import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { languageTags } from '#vocabulary/language-tags.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import type { WireAddress } from '../../address-rules.ts'
import type { ElectricityStep, GasStep } from '../../step-fields.ts'
import type { ContractKind } from '../../wizard.ts'
import { formatKwInput } from '../product/kw-text.ts'
import type { WizardDraft } from './wizard-draft.ts'

type AnyStep = ElectricityStep | GasStep
export type Steps = Partial<{ [Number in AnyStep['step']]: Extract<AnyStep, { step: Number }> }>

/** What was sent of a lead. */
type SentSteps = {
  kind: ContractKind
  locale: Locale
  steps: Steps
  gasSteps: Steps
  leads: WizardDraft['leads']
  storedFiles: readonly SentUpload[]
}
/** Returns the draft for the steps that were sent; the rest is as in the empty form. */
export function draftFromSteps(
  empty: WizardDraft,
  { kind, locale, steps, gasSteps, leads, storedFiles }: SentSteps,
): WizardDraft {
  const files = (sent: readonly object[] | undefined): SentUpload[] =>
    (sent ?? []).flatMap((file) => storedFiles.filter(({ id }) => 'id' in file && file.id === id))
  const { 1: installation, 2: person, 4: payment } = steps
  const contract = steps[3] && 'power' in steps[3] ? steps[3] : undefined
  const ownGas = steps[3] && !('power' in steps[3]) ? steps[3] : undefined
  const gas = ownGas ?? (gasSteps[3] && !('power' in gasSteps[3]) ? gasSteps[3] : undefined)
  return {
    ...empty,
    leads,
    // Prices may have changed, so the form continues at the tariff at the latest.
    completed: [...(installation ? ['installation' as const] : []), ...(person ? ['person' as const] : [])],
    ...(installation && { installation: installationFromStep(empty, installation, files) }),
    ...(person && { person: personFromStep(empty, person, files) }),
    ...(contract && { contract: contractFromStep(empty, contract, files, locale) }),
    ...promotionFromSteps({ electricity: contract, ownGas, gas }),
    gas: {
      ...empty.gas,
      // Payment without any gas step means that gas is not wanted.
      isIncluded: !(kind === 'dual' && payment && !gas),
      ...(gas && gasFromStep(gas, files)),
    },
    ...(payment && {
      payment: {
        ...(payment.payment_means && { means: payment.payment_means }),
        iban: payment.bank.iban ?? '',
        isOwner: payment.owner_is_bank_owner,
        ...(payment.bank.account_id && { accountId: payment.bank.account_id }),
      },
    }),
  }
}

type StoredFiles = (sent: readonly object[] | undefined) => SentUpload[]
type ElectricityContractStep = Extract<ElectricityStep, { step: 3 }>
type GasContractStep = Extract<GasStep, { step: 3 }>

function installationFromStep(
  empty: WizardDraft,
  installation: NonNullable<Steps[1]>,
  files: StoredFiles,
): WizardDraft['installation'] {
  return {
    ...empty.installation,
    cups: installation.cups.name,
    address: addressFromWire(empty, installation.address),
    residence: installation.residence_type,
    activityId: installation.cnae,
    isSupplied: installation.active_contract,
    retailerId: installation.comer_origin ?? null,
    ...(installation.switch_on && { switchDay: installation.switch_on }),
    invoices: files(installation.invoice),
    permitsSolvencyCheck: installation.accept_morosity_verification ?? false,
    permitsContact: installation.lead_consent ?? false,
  }
}

function personFromStep(empty: WizardDraft, person: NonNullable<Steps[2]>, files: StoredFiles): WizardDraft['person'] {
  return {
    ...empty.person,
    ...holderFields(empty, person.owner),
    mobile: person.owner_address.mobile,
    email: person.owner_address.email ?? '',
    language: person.commsLanguage ?? empty.person.language,
    changesOwner: person.change_owner ?? null,
    hasOtherAddress: person.owner_address.different_address,
    address: addressFromWire(empty, person.owner_address),
    identityFront: files(person.nif_faceup),
    identityBack: files(person.nif_facedown),
    companyDocument: files(person.cif),
  }
}

function contractFromStep(
  empty: WizardDraft,
  contract: ElectricityContractStep,
  files: StoredFiles,
  locale: Locale,
): WizardDraft['contract'] {
  const { power, power2, power3, power4, power5, power6 } = contract
  return {
    ...empty.contract,
    powers: [power, power2, power3, power4, power5, power6].map((kw) => formatKwInput(kw ?? 0, locale)),
    arePowersOwn: true,
    tariffId: contract.tarifaATR,
    productId: contract.tarifa,
    hasSelfConsumption: (contract.selfconsCode ?? withoutSelfConsumption) !== withoutSelfConsumption,
    selfConsumptionPapers: files(contract.selfcons_attach),
    ...(contract.accept_dynamic && { acceptsDynamic: true }),
    ...(contract.social_bonus && {
      hasSocialBonus: true,
      bonusDiscount: formatEurosInput(contract.social_bonus.discount_eur, locale),
    }),
  }
}

function gasFromStep(gas: GasContractStep, files: StoredFiles) {
  return {
    cups: gas.cups.name,
    isSupplied: gas.active_contract,
    changesOwner: gas.change_owner ?? null,
    retailerId: gas.comer_origin ?? null,
    invoices: files(gas.invoice),
    tariffId: gas.tarifaATR,
    productId: gas.tarifa,
  }
}

/** Returns the code of the promotion, which is that of electricity where both energies have one. */
function promotionFromSteps(steps: {
  electricity: ElectricityContractStep | undefined
  ownGas: GasContractStep | undefined
  gas: GasContractStep | undefined
}): Pick<WizardDraft, 'promotion'> | null {
  const { electricity, ownGas, gas } = steps
  const code = (electricity ?? ownGas)?.promotional_code?.[0]
  const gasCode = gas?.promotional_code?.[0]
  if (code) return { promotion: { typed: '', applied: code, energy: electricity ? 'electricity' : 'gas' } }
  return gasCode ? { promotion: { typed: '', applied: gasCode, energy: 'gas' } } : null
}

function holderFields(empty: WizardDraft, owner: NonNullable<Steps[2]>['owner']) {
  if (owner.type === 'F')
    return { taxId: owner.fisic_vat, name: owner.first_name, surname1: owner.surname1, surname2: owner.surname2 ?? '' }
  const { juridic_vat: taxId, name, rep_vat, rep_name, rep_surname1, rep_surname2 } = owner
  const representative = { taxId: rep_vat, name: rep_name, surname1: rep_surname1, surname2: rep_surname2 ?? '' }
  return { ...empty.person, taxId, name, representative }
}

function addressFromWire(empty: WizardDraft, address: WireAddress): WizardDraft['person']['address'] {
  const { ine, state, poblacio } = address
  const names = ['tv', 'nv', 'pnp', 'bq', 'es', 'pt', 'pu', 'dp', 'ine', 'aclarador', 'ref_catastral'] as const
  const written = names.flatMap((name) => (address[name] ? [[name, address[name]]] : []))
  const province = ine ? provinceOf(ine) : null
  return {
    input: { ...empty.person.address.input, ...Object.fromEntries(written) },
    town: ine && state && poblacio ? { ine, state, city: poblacio, province: province?.name ?? '' } : null,
  }
}

/** Formats an amount as it is typed in a language; empty where there is none. */
function formatEurosInput(euros: number | null, locale: Locale): string {
  return euros === null ? '' : euros.toLocaleString(languageTags[locale], { useGrouping: false })
}
