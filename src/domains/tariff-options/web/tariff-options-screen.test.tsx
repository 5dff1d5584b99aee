import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listContracts } from '#domains/contracts/api.ts'
import { home } from '#domains/contracts/web/contract-testing.tsx'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import app from '../../../app/texts/es.json'
import { chooseHappyDay, listHappyDays, listHappyHours, readHappyDay, readHappyHours } from '../api.ts'
import texts from '../texts/es.json'
import { TariffOptionsScreen } from './tariff-options-screen.tsx'

beforeEach(() => {
  mockTopLayer()
})

const labels = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']
const happyDays = {
  items: labels.map((label, index) => ({ value: index + 1, label, valid_from: '2026-04-01', saving: 10 + index })),
  discount_percentage: 30,
  unit_count: 1,
  usage: labels.map((_, index) => ({ value: index + 1, energy: 6 + index })),
  days_measured: 365,
}

async function show({
  kinds = ['happy_day'],
  present = null,
  state = 'activa',
  isReadonly = false,
  choose = vi.fn(),
  days = happyDays,
}: {
  kinds?: string[]
  present?: number | null
  state?: string
  isReadonly?: boolean
  choose?: (value: number) => void
  days?: typeof happyDays
} = {}) {
  let chosen = present
  const buildHappyDay = () => ({
    value: chosen,
    label: chosen === null ? null : labels[chosen - 1]!,
    valid_from: chosen === null ? null : '2026-04-01',
  })
  return renderAt(
    '/contracts/electricity/0048213/tariff',
    <ToastProvider>
      <TariffOptionsScreen />
    </ToastProvider>,
    {
      path: '/contracts/electricity/$contractName/tariff',
      boot: { settings: defaultSettings, signedIn: { ...anna, readonly: isReadonly } },
      messages: { app, 'tariff-options': texts },
      callMocks: [
        mockCall(listContracts, () => ({ items: [{ ...home, state, tariff_options: kinds }], total: 1 })),
        mockCall(listHappyDays, () => days),
        mockCall(readHappyDay, buildHappyDay),
        mockCall(chooseHappyDay, ({ body }) => {
          choose(body.value)
          chosen = body.value
          return buildHappyDay()
        }),
        mockCall(listHappyHours, () => {
          throw new Refused('unexpected', 500)
        }),
        mockCall(readHappyHours, () => {
          throw new Refused('unexpected', 500)
        }),
      ],
    },
  )
}

const save = () => screen.findByRole('button', { name: 'Guardar el día' })
const field = () => screen.findByLabelText('Día más barato')

test('shows the discount, the customer’s own week, and what each day would have saved', async () => {
  await show()
  const section = await screen.findByRole('region', { name: 'Día feliz' })
  expect(section.textContent).toContain('30\u00a0% menos en el precio de la energía')
  expect(section.textContent).toContain('En una semana media usas 63,0\u00a0kWh.')
  expect(within(await field()).getByRole('option', { name: /^sábado · ahorrarías 15,00/ })).toBeTruthy()
})

test('shows for a selected choice its usage, its saving with the assumption, and its first day', async () => {
  await show()
  await userEvent.selectOptions(await field(), '6')
  expect(screen.getByText(/ese día, 11,0 kWh/)).toBeTruthy()
  expect(screen.getByText('Con esta elección habrías ahorrado 15,00 € en el último año.')).toBeTruthy()
  expect(screen.getByText(/Empezará el 01\/04\/2026/)).toBeTruthy()
  expect(screen.getByText(/Sin impuestos/)).toBeTruthy()
})

describe('the current choice', () => {
  test('is saved and confirmed, and cannot be saved again unchanged', async () => {
    const choose = vi.fn()
    await show({ choose })
    await userEvent.selectOptions(await field(), '6')
    await userEvent.click(await save())
    expect(choose).toHaveBeenCalledExactlyOnceWith(6)
    expect(await screen.findByText('Tu elección: sábado, desde el 01/04/2026.')).toBeTruthy()
    await waitFor(async () => expect((await save()).title).toBe('Ya tienes elegida esta opción.'))
    await userEvent.click(await save())
    expect(choose).toHaveBeenCalledOnce()
  })

  test('is selected from the start, and disables saving until another is selected', async () => {
    await show({ present: 7 })
    expect(((await field()) as HTMLSelectElement).selectedOptions[0]!.textContent).toContain('domingo')
    expect((await save()).getAttribute('aria-disabled')).toBe('true')
  })

  test('stays selected if saving fails', async () => {
    await show({
      choose: () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await userEvent.selectOptions(await field(), '6')
    await userEvent.click(await save())
    expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido guardar tu elección')
    expect(((await field()) as HTMLSelectElement).value).toBe('6')
  })
})

test.each([
  ['by a read-only user', { isReadonly: true }, /cuenta de otra persona/],
  ['for a contract that has ended', { state: 'baixa' }, /no está activo/],
])('a choice cannot be saved %s, and the button says why', async (_, options, reason) => {
  await show(options)
  expect((await save()).title).toMatch(reason)
})

test('says how many days a saving covers if less than a year, and that it is unknown without any', async () => {
  const { unmount } = await show({ days: { ...happyDays, days_measured: 80 } })
  await userEvent.selectOptions(await field(), '6')
  expect(screen.getByText(/en los 80 días/)).toBeTruthy()
  unmount()
  const items = happyDays.items.map((item) => ({ ...item, saving: null as never }))
  await show({ days: { ...happyDays, items, days_measured: 0 } })
  await userEvent.selectOptions(await field(), '6')
  expect(screen.getByText(/Aún no tenemos bastante consumo/)).toBeTruthy()
})

test('shows an error in place of an option that cannot be loaded, and keeps the rest usable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await show({ kinds: ['happy_hours', 'happy_day'] })
  expect(await screen.findByText('No hemos podido cargar esta opción')).toBeTruthy()
  expect(await save()).toBeTruthy()
})

test('reports a contract whose product offers no options, with a link back', async () => {
  await show({ kinds: [] })
  expect(await screen.findByText('Este contrato no tiene opciones que elegir')).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Volver al contrato' })
  expect(back.getAttribute('href')).toBe('/contracts/electricity/0048213')
})
