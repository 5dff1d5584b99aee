import type { QueryClient } from '@tanstack/react-query'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import type { Reply } from '#kit/call.ts'
import type { Locale } from '#kit/locale.ts'
import type { Send } from '#kit/web/send.ts'
import { provinceOf } from '#vocabulary/provinces.ts'
import type { WireAddress } from '../address-rules.ts'
import { type ElectricityStep, type GasStep, readLead } from '../api.ts'
import type { Asked } from '../asked.ts'
import { withoutSelfConsumption } from '../contract-rules.ts'
import type { ContractKind, StepName } from '../wizard.ts'
import type { DraftPart } from './draft-differences.ts'
import { kwText } from './kw-text.ts'
import { activitiesQuery, supplyQuery } from './queries.ts'
import { endedElsewhere, formOf } from './send-step.ts'
import { withTyped } from './typed-draft.ts'
import { withSupply } from './with-supply.ts'
import { type Energy, mainEnergy, type RegisteredSupply, type WizardDraft } from './wizard-draft.ts'

type AnyStep = ElectricityStep | GasStep
type Steps = Partial<{ [Number in AnyStep['step']]: Extract<AnyStep, { step: Number }> }>

type Reading = {
  kind: ContractKind
  asked: Asked
  empty: WizardDraft
  locale: Locale
  queryClient: QueryClient
}

/**
 * A lead that was begun elsewhere, as a draft to go on with, as it stands on the server now; null where it is open no more.
 * Of a dual contract whose electricity is made the gas is what is left. @throws Refused
 */
export async function readDraft(send: Send, leadId: string, reading: Reading): Promise<WizardDraft | null> {
  return (await readStoredDraft(send, leadId, reading))?.draft ?? null
}

/** The same, with the parts of it that were sent or typed on some device. */
export async function readStoredDraft(
  send: Send,
  leadId: string,
  reading: Reading,
): Promise<{ draft: WizardDraft; parts: readonly DraftPart[] } | null> {
  const { kind, empty, locale } = reading
  const lead = await send(readLead, { params: { leadId } })
  const beside = lead.gas_lead_id ? await send(readLead, { params: { leadId: String(lead.gas_lead_id) } }) : null
  // Gas that was left out, and then the electricity made, is open no more.
  const gas = beside?.state === 'open' ? beside : null
  const isMade = lead.state === 'sent' || lead.state === 'signed'
  const isRestOfDual = kind === 'dual' && isMade && gas !== null
  if (lead.state !== 'open' && !isRestOfDual) return null
  const sent = draftOf(empty, {
    kind,
    locale,
    steps: lead.steps as Steps,
    gasSteps: (gas?.steps ?? {}) as Steps,
    leads: { main: lead.lead_id, gas: gas?.lead_id ?? null },
    files: filesOf(lead, gas),
  })
  const draft = {
    ...sent,
    isLinked: true,
    // Of the two halves that which was read first: what has changed in between is not overwritten unseen.
    version: lead.version,
    ...(isRestOfDual && { isRestOfDual, ended: [endedElsewhere('electricity', lead)] }),
  }
  const typed = lead.state === 'open' ? lead.typed : gas!.typed
  const typedOver = (before: WizardDraft) => withTyped(before, typed, filesOf(lead, gas))
  // A supply that is half typed is looked up too; what the register knows of it takes nothing of what is typed.
  const whole = typedOver(await withLookUps(send, typedOver(draft), reading))
  return {
    draft: { ...whole, completed: whole.completed.filter((step) => isAsSent(step, draft, whole, reading)) },
    parts: [...new Set([...partsSent(lead, kind), ...partsSent(gas, 'gas'), ...(Object.keys(typed) as DraftPart[])])],
  }
}

/** The parts that the steps of a lead tell; what a dual contract shares is told by its electricity. */
function partsSent(lead: Pick<Reply<typeof readLead>, 'steps'> | null, kind: ContractKind): DraftPart[] {
  const parts = { 1: 'installation', 2: 'person', 3: kind === 'gas' ? 'gas' : 'contract', 4: 'payment' } as const
  return Object.keys(lead?.steps ?? {}).flatMap((step) => parts[Number(step) as 1] ?? [])
}

/** Whether nothing was typed into a step after it was sent. */
function isAsSent(step: StepName, sent: WizardDraft, typed: WizardDraft, reading: Reading): boolean {
  return JSON.stringify(formOf(step, sent, reading)) === JSON.stringify(formOf(step, typed, reading))
}

function filesOf(...leads: readonly (Reply<typeof readLead> | null)[]): SentUpload[] {
  return leads
    .flatMap((lead) => lead?.files ?? [])
    .map(({ id, name, size_bytes }) => ({ id, name, sizeBytes: size_bytes }))
}

type Kept = {
  kind: ContractKind
  locale: Locale
  steps: Steps
  gasSteps: Steps
  leads: WizardDraft['leads']
  files: readonly SentUpload[]
}

/** What was typed, from what was sent of it; the rest is as in the empty form. */
export function draftOf(empty: WizardDraft, { kind, locale, steps, gasSteps, leads, files: kept }: Kept): WizardDraft {
  const files = (sent: readonly object[] | undefined): SentUpload[] =>
    (sent ?? []).flatMap((file) => kept.filter(({ id }) => 'id' in file && file.id === id))
  const { 1: installation, 2: person, 4: payment } = steps
  const contract = steps[3] && 'power' in steps[3] ? steps[3] : undefined
  const ownGas = steps[3] && !('power' in steps[3]) ? steps[3] : undefined
  const gas = ownGas ?? (gasSteps[3] && !('power' in gasSteps[3]) ? gasSteps[3] : undefined)
  const code = (contract ?? ownGas)?.promotional_code?.[0]
  const gasCode = gas?.promotional_code?.[0]
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
        ].map((kw) => kwText(kw ?? 0, locale)),
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
      // Whoever has gone on to pay without a word of gas wants none.
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
 * The draft with what the register and the list of activities tell of it, which no step has sent. What does not answer is
 * done without: the form asks for it again where it is needed.
 */
async function withLookUps(send: Send, draft: WizardDraft, reading: Reading): Promise<WizardDraft> {
  const { kind, locale, queryClient } = reading
  const { installation, gas } = draft
  const supplyOf = (energy: Energy, cups: string): Promise<RegisteredSupply | null> =>
    cups === '' ? Promise.resolve(null) : queryClient.fetchQuery(supplyQuery(send, energy, cups)).catch(() => null)
  const [supply, gasSupply, activities] = await Promise.all([
    supplyOf(mainEnergy(kind), installation.cups),
    kind === 'dual' ? supplyOf('gas', gas.cups) : null,
    installation.residence === 'business' ? queryClient.fetchQuery(activitiesQuery(send, locale)).catch(() => []) : [],
  ])
  const activityName = activities.find(({ id }) => id === installation.activityId)?.descripcio ?? ''
  const named = { ...draft, installation: { ...installation, activityName }, gas: { ...gas, supply: gasSupply } }
  return supply ? withSupply(named, supply, reading) : named
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
