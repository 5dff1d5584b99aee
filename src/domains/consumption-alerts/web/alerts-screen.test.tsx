import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type ContractAlerts, chooseConsumptionAlerts, listConsumptionAlerts } from '../api.ts'
import texts from '../texts/es.json'
import { AlertsScreen } from './alerts-screen.tsx'

const { kinds } = texts
const alerts: ContractAlerts = {
  ...{
    contract_id: 7,
    contract: '0007',
    address: 'Carrer Major, 1, Vic',
    energy: 'electricity',
    powers: [3.45, 5.75],
    version: 'v1',
  },
  ...{ budget: null, standby: 150, nothing_used: null, over_power: false, notices: [] },
}

type ScreenOptions = {
  contracts?: ContractAlerts[]
  total?: number
  readonly?: boolean
  failure?: Refused
  address?: string
}

async function show({ contracts = [alerts], total, readonly = false, failure, address }: ScreenOptions = {}) {
  const saved: unknown[] = []
  let items = contracts
  await renderAt(address ?? '/alerts', <AlertsScreen />, {
    boot: { signedIn: { ...anna, readonly } },
    messages: {
      'consumption-alerts': texts,
      app: { refusals: { token_readonly: 'No puedes hacer esto mientras miras otra cuenta.' } },
    },
    callMocks: [
      mockCall(listConsumptionAlerts, () => ({ items, n_contracts: total ?? items.length })),
      mockCall(chooseConsumptionAlerts, ({ params, body }) => {
        if (failure) throw failure
        saved.push({ params, body })
        const { version: _, ...choice } = body
        items = [{ ...alerts, ...choice, version: 'v2' }]
        return items[0]!
      }),
    ],
  })
  await screen.findByRole('heading', { level: 1, name: texts.title })
  return saved
}

const box = (name: string) => screen.findByRole('checkbox', { name: new RegExp(`^${name}`) })
const save = () => userEvent.click(screen.getByRole('button', { name: texts.save }))

test('offers only the budget of a gas contract', async () => {
  await show({ contracts: [{ ...alerts, energy: 'gas', standby: null, powers: [] }] })
  await box(kinds.budget.name)
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
})

test('shows which alerts of a contract are on, each with its figure, and by which powers', async () => {
  await show()
  await screen.findByRole('heading', { name: alerts.address })
  expect(((await box(kinds.standby.name)) as HTMLInputElement).checked).toBe(true)
  expect((screen.getByLabelText(kinds.standby.figure) as HTMLInputElement).value).toBe('150')
  expect(((await box(kinds.budget.name)) as HTMLInputElement).checked).toBe(false)
  expect(screen.queryByLabelText(kinds.budget.figure)).toBeNull()
  await screen.findByText(/P1 3,45\s?kW, P2 5,75\s?kW/)
  await screen.findByText(texts.notices.none)
})

test('turns one on with its figure, and another off', async () => {
  const saved = await show()
  await userEvent.click(await box(kinds.budget.name))
  await userEvent.type(screen.getByLabelText(kinds.budget.figure), '70,50')
  await userEvent.click(await box(kinds.standby.name))
  await userEvent.click(await box(kinds.over_power.name))
  await save()
  await waitFor(() =>
    expect(saved).toEqual([
      {
        params: { id: '7' },
        body: { budget: 70.5, standby: null, nothing_used: null, over_power: true, version: 'v1' },
      },
    ]),
  )
})

test('names a figure that is none, and saves nothing', async () => {
  const saved = await show()
  await userEvent.click(await box(kinds.budget.name))
  expect(screen.queryByText(texts.fieldErrors.budget.invalid_budget)).toBeNull()
  await save()
  await screen.findByText(texts.fieldErrors.budget.invalid_budget)
  expect(saved).toEqual([])
})

test.each([
  [new Refused('contract_ended', 409), texts.refusals.contract_ended],
  [new Refused('unexpected', 500), texts.saveFailed],
])('keeps the choice and explains why it was not saved: %s', async (failure, text) => {
  await show({ failure })
  await userEvent.click(await box(kinds.over_power.name))
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect(((await box(kinds.over_power.name)) as HTMLInputElement).checked).toBe(true)
})

test('shows what was chosen elsewhere meanwhile, and takes it', async () => {
  const current = { ...alerts, standby: null, budget: 90, version: 'v9' }
  await show({ failure: new Refused('changed_meanwhile', 409, { extra: { current } }) })
  await userEvent.click(await box(kinds.over_power.name))
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain(kinds.budget.name)
  await userEvent.click(screen.getByRole('alert').querySelector('button')!)
  expect(((await box(kinds.budget.name)) as HTMLInputElement).checked).toBe(true)
  expect(((await box(kinds.over_power.name)) as HTMLInputElement).checked).toBe(false)
})

test('lists what was told last', async () => {
  const notices = [{ kind: 'standby' as const, period: '2026-11-17', sent_on: '2026-11-20' }]
  await show({ contracts: [{ ...alerts, notices }] })
  await screen.findByText(`20/11/2026: ${kinds.standby.name}`)
})

test('cannot be changed by a read-only user', async () => {
  const saved = await show({ readonly: true })
  expect((await box(kinds.budget.name)).hasAttribute('disabled')).toBe(true)
  await save()
  expect(saved).toEqual([])
})

test('says which contracts have alerts when there is none', async () => {
  await show({ contracts: [] })
  await screen.findByText(texts.empty.text)
})

test('says that there are more contracts, and leads from one to all', async () => {
  await show({ total: 40, address: '/alerts?contract=7' })
  await screen.findByText(/los primeros 1 contratos|los primeros/)
  expect((await screen.findByRole('link', { name: texts.all })).getAttribute('href')).toMatch(/\/alerts$/)
})
