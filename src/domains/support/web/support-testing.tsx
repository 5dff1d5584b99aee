import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import app from '#app/texts/es.json'
import { listContractInfo } from '#domains/contracts/api.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import retailer from '#domains/retailer/texts/es.json'
import uploads from '#domains/uploads/texts/es.json'
import type { Boot } from '#kit/boot.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import {
  listCallHours,
  listCaseTypesOffered,
  listCategories,
  listSubtypesOffered,
  type RequestDetails,
  readLastReading,
} from '../api.ts'
import support from '../texts/es.json'

const testContract = { id: 7, name: '0048213', state: 'activa', cups: { full_address: 'Carrer de Gurb, 41 - Vic' } }

/** A case opened on 2 March and due on 23 March; today is 10 March. */
export const testCase: RequestDetails = {
  id: 12,
  number: '2026-000012',
  subject: 'La factura de febrero',
  category: 'Facturas y pagos',
  state: 'in_process',
  contract: { name: '0048213', type: 'electricity', full_address: 'Carrer de Gurb, 41 - Vic' },
  opened_at: '2026-03-02T10:00:00Z',
  answered_at: null,
  clock: 'running',
  term: {
    due_on: '2026-03-23',
    count: 15,
    unit: 'working_days',
    norm: 'Ley 10/2025, de 26 de diciembre',
    source: 'BOE, 27/12/2025',
    recourse: 'consumer_bodies',
  },
  reading: null,
  messages: [
    {
      id: 1,
      author: 'customer',
      author_name: 'Anna',
      message: 'Me parece muy alta.',
      written_at: '2026-03-02T10:00:00Z',
      attachments: [{ id: 'b2c1f6d2-0000-4000-8000-000000000001', filename: 'factura.pdf', size_bytes: 120_000 }],
    },
  ],
}

/** The replies that every support form needs; the meter last showed 1062, 2062 and 3124 kWh. */
const defaultAnswers: CallMock[] = [
  mockCall(listContractInfo, () => ({
    electricity: [testContract, { ...testContract, id: 8, name: '0048299' }],
    gas: [],
  })),
  mockCall(listCaseTypesOffered, () => [['invoice', 'Factura y cobro'] as [string, string]]),
  mockCall(listSubtypesOffered, () => [{ name: 'twice', desc: 'Me habéis cobrado dos veces' }]),
  mockCall(listCategories, () => ({
    items: [
      { id: 11, name: 'Facturas y pagos' },
      { id: 20, name: 'Lectura del contador' },
      { id: 22, name: 'Me avisáis de un corte', topic: 'suspension' as const },
    ],
  })),
  mockCall(listCallHours, () => ({ hours: ['2026-03-23T09:00:00.000Z'] })),
  mockCall(readLastReading, () => ({
    unit: 'kWh' as const,
    registers: 3,
    last: { date: '2026-03-01', registers: [1062, 2062, 3124] },
    usual_per_day: [2, 2, 4],
  })),
]

/** Renders a support screen for anna, or without a session, and waits until its data is loaded. */
export async function renderSupport(
  address: string,
  parts: ReactNode,
  { answers = [], boot, path }: { answers?: CallMock[]; boot?: Partial<Boot>; path?: string } = {},
) {
  const rendered = await renderAt(address, parts, {
    ...(path ? { path } : {}),
    boot: { signedIn: anna, settings: defaultSettings, flags: { 'crm.case': true }, ...boot },
    messages: { app, retailer, support, uploads },
    callMocks: [...answers, ...defaultAnswers],
  })
  await screen.findByRole('heading', { level: 1 })
  return rendered
}
