import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import appTexts from '#app/texts/es.json'
import correspondenceTexts from '#domains/correspondence/texts/es.json'
import { listStreetTypes, readProvince, readZipcode } from '#domains/geo/api.ts'
import leadTexts from '#domains/leads/texts/es.json'
import {
  listActivities,
  listGasPrices,
  listGasRetailers,
  listGasTariffs,
  listPrices,
  listRetailers,
  listTariffs,
} from '#domains/offers/api.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { readGasSupply, readSupply } from '#domains/supply-register/api.ts'
import uploadTexts from '#domains/uploads/texts/es.json'
import { type anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { makeCups } from '#vocabulary/cups.ts'
import {
  readAgreements,
  readContracting,
  readIdentityCheck,
  readScoring,
  type StepReply,
  saveLeadDraft,
  sendElectricityStep,
  sendGasStep,
} from '../api.ts'
import { readFormConfig } from '../form-config.ts'
import type { SavedDraft } from '../saved-draft.ts'
import texts from '../texts/es.json'
import type { ContractKind, StepName } from '../wizard.ts'
import { ContractingScreen } from './contracting-screen.tsx'
import { emptyWizardDraft, type WizardDraft } from './draft/wizard-draft.ts'

export const cups = makeCups('0021', '990000000001')
export const gasCups = makeCups('0217', '990000100001')
export const anImage = { id: '7d9f4a1e-53a1-4c39-9d38-2f9a3d3f6f00', name: 'dni.png', sizeBytes: 10 }
export const aSupply = (values: object = {}) => ({
  ...{ cups_data_availability: { available: true }, cups_availability: { available: true } },
  ...{ access_tariff: { id: 18, name: '2.0TD' }, address: { zipcode: '08500' } },
  ...{ power_p1: 4.6, power_p2: 4.6, power_p3: 0, power_p4: 0, power_p5: 0, power_p6: 0 },
  ...{ selfcons: false, autoconsumo_code: '00' },
  ...values,
})

const vic = { ine: '08298', city: 'Vic', state: '08', province: 'Barcelona' }
const leadIds = { electricity: 41, gas: 42 }
const stepReplyOf = (energy: 'electricity' | 'gas'): StepReply => ({ lead_id: leadIds[energy], status: 'OK' })

/** Returns an electricity product, with its yearly cost in euros where that is known. */
export const aProduct = (id: number, name: string, amount: number | null = 700) => ({
  ...{ id, name, ov_description: `Sobre ${name}`, ov_link: null },
  prices: { valid_from: '2026-01-01', power: [30, 1.4], energy: [0.21, 0.15, 0.11], fixed: null, surplus: null },
  year: amount === null ? null : { amount, kwh: 2900, basis: 'register' as const },
})
const ofGas = { valid_from: '2026-01-01', power: [], energy: [0.06], fixed: 100, surplus: null }

/** Returns the server's form configuration, and whether an operator checks the holder. */
export const aConfiguration = (checks_by_person: boolean) => ({ ...readFormConfig(defaultSettings), checks_by_person })

/** Returns a draft filled in up to a step. */
export function draftUpTo(kind: ContractKind, step: StepName, values: Partial<WizardDraft> = {}): WizardDraft {
  const empty = emptyWizardDraft({ locale: 'es' })
  const address = { input: { ...empty.installation.address.input, nv: 'Major', pnp: '7', dp: '08500' }, town: vic }
  const order = (['installation', 'person', 'contract', 'gasContract', 'payment', 'confirmation'] as const).filter(
    (name) => name !== { gas: 'contract', electricity: 'gasContract', dual: null }[kind],
  )
  return {
    ...empty,
    installation: {
      ...empty.installation,
      ...{ cups: kind === 'gas' ? gasCups : cups, address, isSupplied: false },
      ...{ permitsSolvencyCheck: true, permitsContact: true },
    },
    person: {
      ...empty.person,
      ...{ taxId: '12345678Z', name: 'Anna', surname1: 'Serra', mobile: '612345678', email: 'anna@example.test' },
      identityFront: [anImage],
    },
    contract: {
      ...empty.contract,
      ...{ powers: ['4,6', '4,6', '', '', '', ''], tariffId: 18, productId: 1, productName: 'Clara' },
    },
    gas: {
      ...empty.gas,
      ...{ cups: gasCups, isSupplied: false, tariffId: 102, productId: 9, productName: 'Gas Clar' },
    },
    payment: { iban: 'ES9121000418450200051332', isOwner: true },
    completed: order.slice(0, order.indexOf(step as 'person')),
    ...values,
  }
}

type WizardOptions = {
  kind?: ContractKind
  draft?: WizardDraft
  answers?: readonly CallMock[]
  signedIn?: typeof anna | null
  contractation?: object
  organization?: object
  /** Further parameters of the address. */
  search?: Record<string, string>
}

type StoredDraft = { leadId: string; typed: SavedDraft }

const wizardMessages = {
  contracting: texts,
  correspondence: correspondenceTexts,
  leads: leadTexts,
  uploads: uploadTexts,
  app: appTexts,
}

/**
 * Renders the form at a step, against a server that knows everything and refuses nothing. Returns the sent steps and
 * the stored drafts.
 */
export async function renderWizard(
  step: StepName | null,
  {
    kind = 'electricity',
    draft,
    answers = [],
    signedIn = null,
    contractation,
    organization,
    search,
  }: WizardOptions = {},
) {
  const sent: Record<string, unknown>[] = []
  const savedDrafts: StoredDraft[] = []
  if (draft) sessionStorage.setItem(`draft:contracting-${kind}:${signedIn?.email ?? ''}`, JSON.stringify(draft))
  const query = new URLSearchParams({ ...(step && { step }), ...search })
  const view = await renderAt(`/new-${kind}-customer?${query}`, <ContractingScreen />, {
    boot: {
      signedIn,
      settings: {
        ...defaultSettings,
        contractation: { ...defaultSettings.contractation, ...contractation },
        organization: { ...defaultSettings.organization, ...organization },
      },
    },
    messages: wizardMessages,
    callMocks: [...answers, ...registerMocks(), ...offerMocks(), ...stepMocks(sent, savedDrafts), ...checkMocks()],
  })
  /** Follows a link, which only the whole portal does by itself. */
  const follow = (name: string) => view.router.history.push(screen.getByRole('link', { name }).getAttribute('href')!)
  return { ...view, sent, kept: savedDrafts, follow, user: userEvent.setup() }
}

/** Mocks the registers of places, retailers, activities and supplies. */
const registerMocks = () => [
  mockCall(listStreetTypes, () => ({ items: [{ id: 'CL', name: 'Calle' }] })),
  mockCall(readZipcode, () => ({ city: 'Vic', ine: '08298', towns: [{ city: 'Vic', ine: '08298' }] }) as never),
  mockCall(readProvince, () => ({ id: '08', name: 'Barcelona' })),
  mockCall(listRetailers, () => [{ id: 3, name: 'Aurora' }]),
  mockCall(listGasRetailers, () => [{ id: 4, name: 'Brasa Gas' }]),
  mockCall(listActivities, () => [{ id: 12, name: '4711', descripcio: 'Comercio' }]),
  mockCall(readSupply, () => aSupply()),
  mockCall(readGasSupply, () => aSupply({ access_tariff: { id: 102, name: 'RL.2' } })),
]

/** Mocks the tariffs and products on offer. */
const offerMocks = () => [
  mockCall(listTariffs, ({ query }) =>
    Number(query.power) > 15 ? [{ id: 19, name: '3.0TD' }] : [{ id: 18, name: '2.0TD' }],
  ),
  mockCall(listPrices, () => [aProduct(1, 'Clara', 735.28), aProduct(2, 'Socios')]),
  mockCall(listGasTariffs, () => [
    { id: 101, name: 'RL.1' },
    { id: 102, name: 'RL.2' },
  ]),
  mockCall(listGasPrices, () => [{ ...aProduct(9, 'Gas Clar'), prices: ofGas }]),
]

/** Mocks the sending of steps and the storing of drafts, and collects what arrives. */
function stepMocks(sent: Record<string, unknown>[], savedDrafts: StoredDraft[]) {
  const answerStep = (energy: 'electricity' | 'gas') => (request: { body: { FormConfirm: object } }) => {
    sent.push(request.body.FormConfirm as Record<string, unknown>)
    return stepReplyOf(energy)
  }
  return [
    mockCall(sendElectricityStep, answerStep('electricity')),
    mockCall(sendGasStep, answerStep('gas')),
    mockCall(saveLeadDraft, ({ params, body }) => {
      const { version: _, ...typed } = body as SavedDraft & { version?: string }
      savedDrafts.push({ leadId: params.leadId, typed })
      return {}
    }),
  ]
}

/** Mocks the form's configuration, and the checks of the holder and of what they agreed to; all pass. */
const checkMocks = () => [
  mockCall(readContracting, () => aConfiguration(false)),
  mockCall(readScoring, () => ({ scoring: true })),
  mockCall(readIdentityCheck, () => ({ dni_valid: true })),
  mockCall(readAgreements, () => ({ accept_ov_conditions: true, accept_gdpr: true })),
]

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Returns the texts of the error summary. */
export async function summary(): Promise<(string | null)[]> {
  const links = within(await screen.findByRole('alert', { name: /Revisa/ })).getAllByRole('link')
  return links.map(({ textContent }) => textContent)
}
