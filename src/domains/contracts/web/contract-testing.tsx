import type { ReactNode } from 'react'
import { readBillForecast } from '#domains/bill-forecasts/api.ts'
import { listChanges } from '#domains/changes/api.ts'
import { readAnyChart } from '#domains/consumption/api.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import batteries from '../../batteries/texts/es.json'
import billForecasts from '../../bill-forecasts/texts/es.json'
import changes from '../../changes/texts/es.json'
import consumption from '../../consumption/texts/es.json'
import correspondence from '../../correspondence/texts/es.json'
import duties from '../../duties/texts/es.json'
import { type Contract, listContractInfo, listContracts } from '../api.ts'
import contracts from '../texts/es.json'

/** An active electricity contract of a home, as in the API. */
export const home: Contract = {
  id: 7,
  name: '0048213',
  type: 'electricity',
  state: 'activa',
  sign_date: '2024-02-03',
  end_date: null,
  amount_debt: 0,
  is_peninsula: true,
  atr_available: true,
  tariff: { name: '2.0TD' },
  pricelist: { name: 'TS-1', nom_comercial: 'Tarifa Solar' },
  cups: {
    name: 'ES0031406083219007ZY0F',
    full_address: 'Carrer de Provença, 214 - Barcelona',
    street: 'Carrer de Provença, 214',
    city: 'Barcelona',
    ref_catastral: '9872023VH5797S0001WX',
  },
  contracted_power_period: [
    { period: 'P1', power: 4.6 },
    { period: 'P2', power: 3.45 },
  ],
  waitingForSignature: [],
  owner_partner: { name: 'Anna Güell' },
  fiscal_partner: { name: 'Joan Güell', vat: '87654321X' },
  fiscal_address: { full_address: 'Carrer Major, 1, 08500 Vic' },
  bank_account: { id: 7, printable_iban: 'ES94 2080 5801 1012 3456 3157' },
  ref_catastral: '9872023VH5797S0001WX',
  invoice_online: 'email',
  notification_address: {
    id: 7,
    name: 'Anna Güell',
    full_address: 'Carrer Major, 1',
    email: 'anna@example.test',
    mobile: null,
  },
  no_cession_sips: { state: 'unactive', waiting_for_signature: false },
  dso: { name: 'e-distribución', website: 'https://www.edistribucion.com/' },
  dso_reference: null,
  dso_phone: '900 111 222',
  pressio: null,
  caudal: null,
  bateria_virtual: [],
  attachments: [],
}

/** The gas contract of the same home. */
export const homeGas: Contract = {
  ...home,
  id: 8,
  name: 'G-17',
  type: 'gas',
  contracted_power_period: [],
  tariff: { name: 'RL.1' },
  pressio: '22 mbar',
  caudal: '6 m³/h',
}

/** The curve of a supply point whose meter has reported nothing yet. */
const nothingMeasured = {
  curve: { date: [], period: [], activa: [], exportada: [], reactiva: [], missing: [], estimated: [] },
  magnitudes: { elements: [] },
  translations: {},
  start: '2025-03-01',
  end: '2026-02-28',
  data_from: null,
  data_until: null,
  step_minutes: null,
}

/**
 * Returns the call mocks of a customer with these contracts: lists filtered by name or by search terms in the address.
 */
function buildAnswers(all: readonly Contract[]): CallMock[] {
  return [
    mockCall(listContracts, ({ query: { type, filter = '', offset = 0, limit = 100 } = {} }) => {
      const ofKind = all.filter((contract) => contract.type === type && matchesFilter(contract, filter))
      return { items: ofKind.slice(Number(offset), Number(offset) + Number(limit)), total: ofKind.length }
    }),
    mockCall(listContractInfo, () => ({
      electricity: all.filter(({ type }) => type === 'electricity'),
      gas: all.filter(({ type }) => type === 'gas'),
    })),
    mockCall(listChanges, () => ({ items: [] })),
    mockCall(readAnyChart, () => nothingMeasured),
    mockCall(readBillForecast, () => ({ bill: null, no_bill_reason: 'no_curve' as const })),
  ]
}

function matchesFilter({ name, cups }: Contract, filter: string): boolean {
  return filter.startsWith('[') ? filter.includes(`"${name}"`) : cups.full_address.includes(filter)
}

type RenderContractsOptions = {
  contracts: readonly Contract[]
  settings?: Partial<Settings>
  path?: string
  /** The account is being impersonated. */
  readonly?: boolean
  flags?: Record<string, boolean> | undefined
  /** Mocks of other calls. */
  answers?: readonly CallMock[]
}

/** Renders a contracts page at an address for a customer with these contracts. */
export function renderContracts(
  address: string,
  screen: ReactNode,
  { contracts: all, settings, path, readonly = false, flags, answers = [] }: RenderContractsOptions,
) {
  const signedIn = {
    name: 'Anna',
    email: 'anna@example.test',
    readonly,
    mustChangePassword: false,
    hasManyContracts: false,
    isCompany: false,
  }
  return renderAt(address, screen, {
    path,
    boot: { settings: { ...defaultSettings, ...settings }, signedIn, ...(flags && { flags }) },
    messages: {
      app,
      contracts,
      changes,
      correspondence,
      consumption,
      batteries,
      'bill-forecasts': billForecasts,
      duties,
    },
    callMocks: [...answers, ...buildAnswers(all)],
  })
}
