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
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { readGasSupply, readSupply } from '#domains/supply-register/api.ts'
import uploadTexts from '#domains/uploads/texts/es.json'
import { type Answer, type anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import { makeCups } from '#vocabulary/cups.ts'
import {
  keepTyped,
  readAgreements,
  readContracting,
  readIdentityCheck,
  readScoring,
  type StepDone,
  sendElectricityStep,
  sendGasStep,
} from '../api.ts'
import { askedBy } from '../asked-by.ts'
import texts from '../texts/es.json'
import type { Typed } from '../typed.ts'
import type { ContractKind, StepName } from '../wizard.ts'
import { ContractingScreen } from './contracting-screen.tsx'
import { emptyWizard, type WizardDraft } from './wizard-draft.ts'

export const cups = makeCups('0021', '990000000001')
export const gasCups = makeCups('0217', '990000100001')
export const anImage = { id: '7d9f4a1e-53a1-4c39-9d38-2f9a3d3f6f00', name: 'dni.png', sizeBytes: 10 }
export const aSupply = (given: object = {}) => ({
  ...{ cups_data_availability: { available: true }, cups_availability: { available: true } },
  ...{ access_tariff: { id: 18, name: '2.0TD' }, address: { zipcode: '08500' } },
  ...{ power_p1: 4.6, power_p2: 4.6, power_p3: 0, power_p4: 0, power_p5: 0, power_p6: 0 },
  ...{ selfcons: false, autoconsumo_code: '00' },
  ...given,
})

const vic = { ine: '08298', city: 'Vic', state: '08', province: 'Barcelona' }
const leadIds = { electricity: 41, gas: 42 }
const taken = (energy: 'electricity' | 'gas'): StepDone => ({ lead_id: leadIds[energy], status: 'OK' })

/** A product of electricity, with what a year of it costs in euros where that is known. */
export const aProduct = (id: number, name: string, amount: number | null = 700) => ({
  ...{ id, name, ov_description: `Sobre ${name}`, ov_link: null },
  prices: { valid_from: '2026-01-01', power: [30, 1.4], energy: [0.21, 0.15, 0.11], fixed: null, surplus: null },
  year: amount === null ? null : { amount, kwh: 2900, basis: 'register' as const },
})
const ofGas = { valid_from: '2026-01-01', power: [], energy: [0.06], fixed: 100, surplus: null }

/** What the server says of the form, and whether a person checks the holder. */
export const aConfiguration = (checks_by_person: boolean) => ({ ...askedBy(defaultSettings), checks_by_person })

/** The form with everything typed up to a step. */
export function typedUpTo(kind: ContractKind, step: StepName, given: Partial<WizardDraft> = {}): WizardDraft {
  const empty = emptyWizard({ locale: 'es' })
  const place = { typed: { ...empty.installation.address.typed, nv: 'Major', pnp: '7', dp: '08500' }, found: vic }
  const order = (['installation', 'person', 'contract', 'gasContract', 'payment', 'confirmation'] as const).filter(
    (name) => name !== { gas: 'contract', electricity: 'gasContract', dual: null }[kind],
  )
  return {
    ...empty,
    installation: {
      ...empty.installation,
      ...{ cups: kind === 'gas' ? gasCups : cups, address: place, isSupplied: false },
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
    ...given,
  }
}

type Shown = {
  kind?: ContractKind
  draft?: WizardDraft
  answers?: readonly Answer[]
  signedIn?: typeof anna | null
  contractation?: object
  organization?: object
  /** What else stands in the address. */
  search?: Record<string, string>
}

/** The form at a step, in front of a server that knows everything and refuses nothing, what is sent to it, and what it is to keep as typed. */
export async function showWizard(
  step: StepName | null,
  { kind = 'electricity', draft, answers = [], signedIn = null, contractation, organization, search }: Shown = {},
) {
  const sent: Record<string, unknown>[] = []
  const kept: { leadId: string; typed: Typed }[] = []
  const take = (energy: 'electricity' | 'gas') => (asked: { body: { FormConfirm: object } }) => {
    sent.push(asked.body.FormConfirm as Record<string, unknown>)
    return taken(energy)
  }
  if (draft) sessionStorage.setItem(`draft:contracting-${kind}:${signedIn?.email ?? ''}`, JSON.stringify(draft))
  const query = new URLSearchParams({ ...(step && { step }), ...search })
  const shown = await renderAt(`/new-${kind}-customer?${query}`, <ContractingScreen />, {
    boot: {
      signedIn,
      settings: {
        ...defaultSettings,
        contractation: { ...defaultSettings.contractation, ...contractation },
        organization: { ...defaultSettings.organization, ...organization },
      },
    },
    messages: {
      contracting: texts,
      correspondence: correspondenceTexts,
      leads: leadTexts,
      uploads: uploadTexts,
      app: appTexts,
    },
    answers: [
      ...answers,
      answer(listStreetTypes, () => ({ items: [{ id: 'CL', name: 'Calle' }] })),
      answer(readZipcode, () => ({ city: 'Vic', ine: '08298', towns: [{ city: 'Vic', ine: '08298' }] }) as never),
      answer(readProvince, () => ({ id: '08', name: 'Barcelona' })),
      answer(listRetailers, () => [{ id: 3, name: 'Aurora' }]),
      answer(listGasRetailers, () => [{ id: 4, name: 'Brasa Gas' }]),
      answer(listActivities, () => [{ id: 12, name: '4711', descripcio: 'Comercio' }]),
      answer(listTariffs, ({ query }) =>
        Number(query.power) > 15 ? [{ id: 19, name: '3.0TD' }] : [{ id: 18, name: '2.0TD' }],
      ),
      answer(listPrices, () => [aProduct(1, 'Clara', 735.28), aProduct(2, 'Socios')]),
      answer(listGasTariffs, () => [
        { id: 101, name: 'RL.1' },
        { id: 102, name: 'RL.2' },
      ]),
      answer(listGasPrices, () => [{ ...aProduct(9, 'Gas Clar'), prices: ofGas }]),
      answer(readSupply, () => aSupply()),
      answer(readGasSupply, () => aSupply({ access_tariff: { id: 102, name: 'RL.2' } })),
      answer(sendElectricityStep, take('electricity')),
      answer(sendGasStep, take('gas')),
      answer(keepTyped, ({ params, body }) => {
        const { version: _, ...typed } = body as Typed & { version?: string }
        kept.push({ leadId: params.leadId, typed })
        return {}
      }),
      answer(readContracting, () => aConfiguration(false)),
      answer(readScoring, () => ({ scoring: true })),
      answer(readIdentityCheck, () => ({ dni_valid: true })),
      answer(readAgreements, () => ({ accept_ov_conditions: true, accept_gdpr: true })),
    ],
  })
  /** Goes where a link leads, which only the whole portal follows by itself. */
  const follow = (name: string) => shown.router.history.push(screen.getByRole('link', { name }).getAttribute('href')!)
  return { ...shown, sent, kept, follow, user: userEvent.setup() }
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** What the list of what is wrong says. */
export async function summary(): Promise<(string | null)[]> {
  const links = within(await screen.findByRole('alert', { name: /Revisa/ })).getAllByRole('link')
  return links.map(({ textContent }) => textContent)
}
