import type { QueryClient } from '@tanstack/react-query'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import type { Reply } from '#kit/call.ts'
import type { Send } from '#kit/web/send.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import type { WireAddress } from '../address-rules.ts'
import { type ElectricityStep, type GasStep, readLead } from '../api.ts'
import { withoutSelfConsumption } from '../contract-rules.ts'
import type { ContractFormConfig } from '../field-problems.ts'
import type { ContractKind, StepName } from '../wizard.ts'
import { applySupply } from './apply-supply.ts'
import type { DraftPart } from './draft-differences.ts'
import { formatKwInput } from './kw-text.ts'
import { activitiesQuery, supplyQuery } from './queries.ts'
import { applySavedDraft } from './saved-draft-conversion.ts'
import { formOf, resultFromLead } from './send-steps.ts'
import { type Energy, mainEnergy, type RegisteredSupply, type WizardDraft } from './wizard-draft.ts'

type AnyStep = ElectricityStep | GasStep
type Steps = Partial<{ [Number in AnyStep['step']]: Extract<AnyStep, { step: Number }> }>

type LeadDraftContext = {
  kind: ContractKind
  config: ContractFormConfig
  empty: WizardDraft
  locale: Locale
  queryClient: QueryClient
}

/**
 * Loads the server's current state of a lead begun elsewhere as a draft to continue; null where it is no longer open.
 * For a dual contract whose electricity contract exists, only the gas is left. @throws Refused
 */
export async function loadLeadDraft(
  send: Send,
  leadId: string,
  context: LeadDraftContext,
): Promise<WizardDraft | null> {
  return (await loadStoredLeadDraft(send, leadId, context))?.draft ?? null
}

/** Does the same, and also returns the parts that were sent or typed on a device. */
export async function loadStoredLeadDraft(
  send: Send,
  leadId: string,
  context: LeadDraftContext,
): Promise<{ draft: WizardDraft; parts: readonly DraftPart[] } | null> {
  const { kind, empty, locale } = context
  const lead = await send(readLead, { params: { leadId } })
  const gasLead = lead.gas_lead_id ? await send(readLead, { params: { leadId: String(lead.gas_lead_id) } }) : null
  // Gas that was left out before its electricity contract was made is closed.
  const gas = gasLead?.state === 'open' ? gasLead : null
  const isMade = lead.state === 'sent' || lead.state === 'signed'
  const isRestOfDual = kind === 'dual' && isMade && gas !== null
  if (lead.state !== 'open' && !isRestOfDual) return null
  const sentDraft = draftFromSteps(empty, {
    kind,
    locale,
    steps: lead.steps as Steps,
    gasSteps: (gas?.steps ?? {}) as Steps,
    leads: { main: lead.lead_id, gas: gas?.lead_id ?? null },
    storedFiles: filesOf(lead, gas),
  })
  const draft = {
    ...sentDraft,
    isLinked: true,
    // The version of the half that was read first: changes made in between are not overwritten unseen.
    version: lead.version,
    ...(isRestOfDual && { isRestOfDual, ended: [resultFromLead('electricity', lead)] }),
  }
  const saved = lead.state === 'open' ? lead.typed : gas!.typed
  const applySaved = (before: WizardDraft) => applySavedDraft(before, saved, filesOf(lead, gas))
  // An incomplete supply is looked up too. The register's data does not replace any input.
  const whole = applySaved(await addLookUps(send, applySaved(draft), context))
  return {
    draft: { ...whole, completed: whole.completed.filter((step) => isUnchangedSinceSent(step, draft, whole, context)) },
    parts: [...new Set([...partsSent(lead, kind), ...partsSent(gas, 'gas'), ...(Object.keys(saved) as DraftPart[])])],
  }
}

/** Returns the parts covered by the steps of a lead. What a dual contract shares is in its electricity. */
function partsSent(lead: Pick<Reply<typeof readLead>, 'steps'> | null, kind: ContractKind): DraftPart[] {
  const parts = { 1: 'installation', 2: 'person', 3: kind === 'gas' ? 'gas' : 'contract', 4: 'payment' } as const
  return Object.keys(lead?.steps ?? {}).flatMap((step) => parts[Number(step) as 1] ?? [])
}

/** Checks whether nothing was typed into a step after it was sent. */
function isUnchangedSinceSent(
  step: StepName,
  sent: WizardDraft,
  current: WizardDraft,
  context: LeadDraftContext,
): boolean {
  return JSON.stringify(formOf(step, sent, context)) === JSON.stringify(formOf(step, current, context))
}

function filesOf(...leads: readonly (Reply<typeof readLead> | null)[]): SentUpload[] {
  return leads
    .flatMap((lead) => lead?.files ?? [])
    .map(({ id, name, size_bytes }) => ({ id, name, sizeBytes: size_bytes }))
}

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
  const code = (contract ?? ownGas)?.promotional_code?.[0]
  const gasCode = gas?.promotional_code?.[0]
  // Prices may have changed, so the form continues at the tariff at the latest.
  const sentSteps: readonly (readonly [StepName, unknown])[] = [
    ['installation', installation],
    ['person', person],
  ]
  return {
    ...empty,
    leads,
    completed: sentSteps.flatMap(([name, step]) => (step ? [name] : [])),
    ...(installation && {
      installation: {
        ...empty.installation,
        cups: installation.cups.name,
        address: addressFromWire(empty, installation.address),
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
        ].map((kw) => formatKwInput(kw ?? 0, locale)),
        arePowersOwn: true,
        tariffId: contract.tarifaATR,
        productId: contract.tarifa,
        hasSelfConsumption: (contract.selfconsCode ?? withoutSelfConsumption) !== withoutSelfConsumption,
        selfConsumptionPapers: files(contract.selfcons_attach),
      },
    }),
    ...(gasCode && { promotion: { typed: '', applied: gasCode, energy: 'gas' } }),
    ...(code && { promotion: { typed: '', applied: code, energy: contract ? 'electricity' : 'gas' } }),
    gas: {
      ...empty.gas,
      // Payment without any gas step means that gas is not wanted.
      isIncluded: !(kind === 'dual' && payment && !gas),
      ...(gas && {
        cups: gas.cups.name,
        isSupplied: gas.active_contract,
        changesOwner: gas.change_owner ?? null,
        retailerId: gas.comer_origin ?? null,
        invoices: files(gas.invoice),
        tariffId: gas.tarifaATR,
        productId: gas.tarifa,
      }),
    },
    ...(payment && {
      payment: {
        iban: payment.bank.iban ?? '',
        isOwner: payment.owner_is_bank_owner,
        ...(payment.bank.account_id && { accountId: payment.bank.account_id }),
      },
    }),
  }
}

/**
 * Adds what no step has sent: the data of the register and of the list of activities. A lookup that fails is skipped;
 * the form requests it again where it is needed.
 */
async function addLookUps(send: Send, draft: WizardDraft, context: LeadDraftContext): Promise<WizardDraft> {
  const { kind, locale, queryClient } = context
  const { installation, gas } = draft
  const supplyOf = (energy: Energy, cups: string): Promise<RegisteredSupply | null> =>
    cups === '' ? Promise.resolve(null) : queryClient.fetchQuery(supplyQuery(send, energy, cups)).catch(() => null)
  const [supply, gasSupply, activities] = await Promise.all([
    supplyOf(mainEnergy(kind), installation.cups),
    kind === 'dual' ? supplyOf('gas', gas.cups) : null,
    installation.residence === 'business' ? queryClient.fetchQuery(activitiesQuery(send, locale)).catch(() => []) : [],
  ])
  const activityName = activities.find(({ id }) => id === installation.activityId)?.descripcio ?? ''
  const withActivityName = {
    ...draft,
    installation: { ...installation, activityName },
    gas: { ...gas, supply: gasSupply },
  }
  return supply ? applySupply(withActivityName, supply, context) : withActivityName
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
