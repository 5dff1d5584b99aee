import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import type { Send } from '#kit/web/send.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import type { WireAddress } from '../address-rules.ts'
import { type ElectricityStep, type GasStep, readLead } from '../api.ts'
import { withoutSelfConsumption } from '../contract-rules.ts'
import type { StepName } from '../wizard.ts'
import type { WizardDraft } from './wizard-draft.ts'

type AnyStep = ElectricityStep | GasStep
type Steps = Partial<{ [Number in AnyStep['step']]: Extract<AnyStep, { step: Number }> }>

/**
 * A lead that was begun elsewhere, as a draft to go on with; null where it is open no more. Its files are called `fileName`,
 * since their names stayed on the other device. @throws Refused
 */
export async function readDraft(
  send: Send,
  leadId: string,
  { empty, fileName }: { empty: WizardDraft; fileName: string },
): Promise<WizardDraft | null> {
  const lead = await send(readLead, { params: { leadId } })
  if (lead.state !== 'open') return null
  const gas = lead.gas_lead_id ? await send(readLead, { params: { leadId: String(lead.gas_lead_id) } }) : null
  return draftOf(empty, {
    steps: lead.steps as Steps,
    gasSteps: (gas?.steps ?? {}) as Steps,
    leads: { main: lead.lead_id, gas: gas?.lead_id ?? null },
    fileName,
  })
}

type Kept = { steps: Steps; gasSteps: Steps; leads: WizardDraft['leads']; fileName: string }

/** What was typed, from what was sent of it; the rest is as in the empty form. */
export function draftOf(empty: WizardDraft, { steps, gasSteps, leads, fileName }: Kept): WizardDraft {
  const files = (sent: readonly object[] | undefined): SentUpload[] =>
    (sent ?? []).flatMap((file) => ('id' in file ? [{ id: String(file.id), name: fileName, sizeBytes: 0 }] : []))
  const { 1: installation, 2: person, 4: payment } = steps
  const contract = steps[3] && 'power' in steps[3] ? steps[3] : undefined
  const ownGas = steps[3] && !('power' in steps[3]) ? steps[3] : undefined
  const gas = ownGas ?? (gasSteps[3] && !('power' in gasSteps[3]) ? gasSteps[3] : undefined)
  const code = (contract ?? ownGas)?.promotional_code?.[0]
  // The prices may be others by now, so that whoever comes back goes on from the tariff at the furthest.
  const done: readonly (readonly [StepName, unknown])[] = [
    ['installation', installation],
    ['person', person],
  ]
  return {
    ...empty,
    leads,
    completed: done.flatMap(([name, step]) => (step ? [name] : [])),
    ...(installation && {
      installation: {
        ...empty.installation,
        cups: installation.cups.name,
        address: placeOf(empty, installation.address),
        residence: installation.residence_type,
        activityId: installation.cnae,
        isSupplied: installation.active_contract,
        retailerId: installation.comer_origin ?? null,
        invoices: files(installation.invoice),
        permitsSolvencyCheck: installation.accept_morosity_verification ?? false,
        permitsContact: installation.lead_consent ?? false,
      },
    }),
    ...(person && {
      person: {
        ...empty.person,
        ...holderOf(empty, person.owner),
        mobile: person.owner_address.mobile,
        email: person.owner_address.email ?? '',
        language: person.commsLanguage ?? empty.person.language,
        changesOwner: person.change_owner ?? null,
        hasOtherAddress: person.owner_address.different_address,
        address: placeOf(empty, person.owner_address),
        identityFront: files(person.nif_faceup),
        identityBack: files(person.nif_facedown),
        companyDocument: files(person.cif),
      },
    }),
    ...(contract && {
      contract: {
        ...empty.contract,
        powers: [
          contract.power,
          contract.power2,
          contract.power3,
          contract.power4,
          contract.power5,
          contract.power6,
        ].map((kw) => (kw ? String(kw) : '')),
        tariffId: contract.tarifaATR,
        productId: contract.tarifa,
        hasSelfConsumption: (contract.selfconsCode ?? withoutSelfConsumption) !== withoutSelfConsumption,
        selfConsumptionPapers: files(contract.selfcons_attach),
      },
    }),
    ...(code && { promotion: { typed: '', applied: code } }),
    ...(gas && {
      gas: {
        ...empty.gas,
        cups: gas.cups.name,
        isSupplied: gas.active_contract,
        changesOwner: gas.change_owner ?? null,
        retailerId: gas.comer_origin ?? null,
        invoices: files(gas.invoice),
        tariffId: gas.tarifaATR,
        productId: gas.tarifa,
      },
    }),
    ...(payment && { payment: { iban: payment.bank.iban, isOwner: payment.owner_is_bank_owner } }),
  }
}

function holderOf(empty: WizardDraft, owner: NonNullable<Steps[2]>['owner']) {
  if (owner.type === 'F')
    return { taxId: owner.fisic_vat, name: owner.first_name, surname1: owner.surname1, surname2: owner.surname2 ?? '' }
  const { juridic_vat: taxId, name, rep_vat, rep_name, rep_surname1, rep_surname2 } = owner
  const representative = { taxId: rep_vat, name: rep_name, surname1: rep_surname1, surname2: rep_surname2 ?? '' }
  return { ...empty.person, taxId, name, representative }
}

function placeOf(empty: WizardDraft, address: WireAddress): WizardDraft['person']['address'] {
  const { ine, state, poblacio } = address
  const names = ['tv', 'nv', 'pnp', 'bq', 'es', 'pt', 'pu', 'dp', 'ine', 'aclarador', 'ref_catastral'] as const
  const written = names.flatMap((name) => (address[name] ? [[name, address[name]]] : []))
  const province = ine ? provinceOf(ine) : null
  return {
    typed: { ...empty.person.address.typed, ...Object.fromEntries(written) },
    found: ine && state && poblacio ? { ine, state, city: poblacio, province: province?.name ?? '' } : null,
  }
}
