import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import batteries from '#domains/batteries/texts/es.json'
import { listChanges } from '#domains/changes/api.ts'
import changes from '#domains/changes/texts/es.json'
import { readAnyChart } from '#domains/consumption/api.ts'
import consumption from '#domains/consumption/texts/es.json'
import { listContractInfo, listContracts } from '#domains/contracts/api.ts'
import contracts from '#domains/contracts/texts/es.json'
import { ContractScreen } from '#domains/contracts/web/contract-screen.tsx'
import { ContractsScreen } from '#domains/contracts/web/contracts-screen.tsx'
import correspondence from '#domains/correspondence/texts/es.json'
import { listInvoices, listMultipointInvoices } from '#domains/invoices/api.ts'
import invoices from '#domains/invoices/texts/es.json'
import { InvoicesScreen } from '#domains/invoices/web/invoices-screen.tsx'
import payments from '#domains/payments/texts/es.json'
import { listErasures, readDataExport } from '#domains/profile/api.ts'
import profile from '#domains/profile/texts/es.json'
import { ProfileScreen } from '#domains/profile/web/profile-screen.tsx'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { logIn, readAnyProfile } from '#domains/session/api.ts'
import session from '#domains/session/texts/es.json'
import { LoginScreen } from '#domains/session/web/login-screen.tsx'
import { listCaseTypesOffered } from '#domains/support/api.ts'
import support from '#domains/support/texts/es.json'
import { CustomerServiceScreen } from '#domains/support/web/customer-service-screen.tsx'
import uploads from '#domains/uploads/texts/es.json'
import type { Call } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { anna, type CallMock, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import * as specified from '../specified-replies-testing.ts'
import app from '../texts/es.json'

vi.mock('#kit/web/navigation/reload-page.ts', () => ({ reloadPage: vi.fn() }))
beforeEach(() => {
  mockTopLayer()
})

/** Mocks the reply of another retailer's server to a call. */
const replies = (definition: Call, reply: unknown): CallMock => ({ definition, reply: () => reply })

/** Mocks a server that does not know one of our calls. */
const isUnknown = (definition: Call): CallMock => ({
  definition,
  reply: () => {
    throw new Refused('unexpected', 404)
  },
})

function show(address: string, parts: ReactNode, { path, answers }: { path?: string; answers: CallMock[] }) {
  return renderAt(address, parts, {
    path,
    boot: {
      settings: {
        ...defaultSettings,
        features: { ...defaultSettings.features, displayTypes: ['electricity', 'gas', 'multipoint'] },
      },
      flags: { 'crm.case': true },
      signedIn: anna,
      hasUpstream: true,
    },
    messages: {
      app,
      batteries,
      changes,
      consumption,
      contracts,
      correspondence,
      invoices,
      payments,
      profile,
      session,
      support,
      uploads,
    },
    callMocks: answers,
  })
}

test('a sign-in reply with only a token signs the user in', async () => {
  await show('/login', <LoginScreen />, { answers: [replies(logIn, { token: 't' })] })
  await userEvent.type(screen.getByLabelText('Usuario, NIF o correo electrónico'), 'anna')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Escala-de-llum-7')
  await userEvent.click(screen.getByRole('button', { name: /^Entrar/ }))
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
})

describe('invoices of an upstream server', () => {
  const answers = [
    replies(listInvoices, specified.pageOf(specified.invoice)),
    replies(listMultipointInvoices, specified.pageOf(specified.multipointInvoice)),
  ]

  test.each(['electricity', 'gas'])('of %s are shown without their due date', async (kind) => {
    await show(`/invoices?contractType=${kind}`, <InvoicesScreen />, { answers })
    const row = within((await screen.findAllByRole('row')).find((each) => each.textContent?.includes('FE26/157374'))!)
    expect(row.getByText('190 kWh')).toBeTruthy()
    expect(row.getByText(invoices.statuses.will_be_charged)).toBeTruthy()
    expect(row.getByRole('link', { name: /FE26\/157374 en PDF/ }).getAttribute('href')).toContain('/invoices/7/pdf/')
  })

  test('of several supply points are shown with the known data', async () => {
    await show('/invoices?contractType=multipoint', <InvoicesScreen />, { answers })
    const row = within((await screen.findAllByRole('row')).find((each) => each.textContent?.includes('FM26/7'))!)
    expect(row.getByText('91,38 €')).toBeTruthy()
    expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/invoices/FM26%2F7'])
    expect(row.queryByRole('button')).toBeNull()
  })
})

describe('contracts of an upstream server', () => {
  const answersWith = (chart: unknown) => [
    {
      definition: listContracts,
      reply: ({ query }: { query: { type: string } }) => ({
        items: [query.type === 'gas' ? specified.gasContract : specified.contract],
        total: 1,
      }),
    } as CallMock,
    replies(listContractInfo, { electricity: [{ id: 7, name: '0048213' }], gas: [{ id: 8, name: 'G-17' }] }),
    isUnknown(listChanges),
    replies(readAnyChart, chart),
  ]
  const path = '/contracts/$contractType/$contractName'

  test('are listed', async () => {
    await show('/contracts/electricity', <ContractsScreen />, {
      path: '/contracts/$contractType',
      answers: answersWith(specified.chart),
    })
    expect(await screen.findByRole('link', { name: /0048213/ })).toBeTruthy()
  })

  test.each([
    [2, specified.chart],
    [1, specified.chartRecords],
  ])('are shown with their wallet and a curve of version %i', async (_, chart) => {
    await show('/contracts/electricity/0048213', <ContractScreen />, { path, answers: answersWith(chart) })
    expect(await screen.findAllByText('Tarifa Solar')).not.toEqual([])
    expect(await screen.findAllByText('Monedero 5')).not.toEqual([])
    expect((await screen.findByRole('figure')).textContent).toMatch(/12[01]\u00a0kWh/)
  })

  test('are shown without sections that only electricity has', async () => {
    await show('/contracts/gas/G-17', <ContractScreen />, { path, answers: answersWith([]) })
    expect(await screen.findAllByText('22 mbar')).not.toEqual([])
  })
})

test.each([
  [2, specified.profile],
  [1, { result: specified.profile }],
])('the profile of version %i is shown', async (_, reply) => {
  const answers = [replies(readAnyProfile, reply), isUnknown(readDataExport), isUnknown(listErasures)]
  await show('/profile', <ProfileScreen />, { answers })
  expect(await screen.findByText('anna@example.test')).toBeTruthy()
})

test('customer care accepts a contract of which only the name is known', async () => {
  await show('/customer-service', <CustomerServiceScreen />, {
    answers: [
      replies(listContractInfo, { electricity: [{ id: 7, name: '0048213' }], gas: [] }),
      replies(listCaseTypesOffered, [['01', 'Factura y cobro']]),
    ],
  })
  expect(await screen.findByRole('option', { name: 'Factura y cobro' })).toBeTruthy()
})
