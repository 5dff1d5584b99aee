import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import appTexts from '#app/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type Alert, addAlert, deleteAlert, type FuturesProduct, listAlerts, listProducts, readPrices } from '../api.ts'
import texts from '../texts/es.json'
import { PriceAlertsScreen } from './price-alerts-screen.tsx'

beforeEach(() => {
  mockTopLayer()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

const january: FuturesProduct = {
  product: 'FTB M Jan-27',
  instrument: 'FTB',
  delivery_start: '2027-01-01',
  delivery_end: '2027-01-31',
  last_trading_day: '2026-12-31',
  price: 83.5,
  price_date: '2026-03-09',
}
const year: FuturesProduct = {
  ...january,
  product: 'FTB YR-28',
  delivery_start: '2028-01-01',
  delivery_end: '2028-12-31',
}

const anAlert = (given: Partial<Alert> = {}): Alert => ({
  id: 7,
  product: 'FTB M Jan-27',
  type: '<',
  price: 80.5,
  is_met: false,
  last_trading_day: '2026-12-31',
  current_price: 83.5,
  price_date: '2026-03-09',
  ...given,
})

const broken = () => {
  throw new Error('broken')
}

type ScreenOptions = { alerts?: Alert[]; signedIn?: typeof anna | null; answers?: readonly CallMock[] }

/** Shows the screen once its products are there. */
async function show(options: ScreenOptions = {}) {
  const opened = await open(options)
  await screen.findByRole('combobox', { name: 'Producto' })
  return opened
}

async function open({ alerts = [], signedIn = anna, answers = [] }: ScreenOptions) {
  const storedAlerts = [...alerts]
  const sent: object[] = []
  await renderAt(
    '/omipComponent',
    <ToastProvider>
      <PriceAlertsScreen />
    </ToastProvider>,
    {
      boot: { signedIn },
      messages: { 'price-alerts': texts, app: appTexts },
      callMocks: [
        ...answers,
        mockCall(listProducts, () => [january, year]),
        mockCall(readPrices, () => ({
          items: [
            { date: '2026-03-06', price: 85 },
            { date: '2026-03-09', price: 83.5 },
          ],
        })),
        mockCall(listAlerts, () => [...storedAlerts]),
        mockCall(addAlert, ({ body }) => {
          sent.push(body)
          storedAlerts.unshift(anAlert({ ...body, id: 8 } as Partial<Alert>))
          return { status: 200 as const, id: 8 }
        }),
        mockCall(deleteAlert, ({ body }) => {
          sent.push(body)
          storedAlerts.splice(0, storedAlerts.length, ...storedAlerts.filter(({ id }) => id !== body.id))
          return { status: 200 as const, id: body.id }
        }),
      ],
    },
  )
  return { user: userEvent.setup(), sent }
}

const product = () => screen.getByRole('combobox', { name: 'Producto' })
const limit = () => screen.getByRole('textbox', { name: 'Límite' })
const create = () => screen.getByRole('button', { name: 'Crear la alerta' })
const isOff = () => create().getAttribute('aria-disabled') === 'true'

async function choose(user: ReturnType<typeof userEvent.setup>, typed: string, name: RegExp) {
  await user.type(product(), typed)
  await user.click(screen.getByRole('option', { name }))
}

test('creates an alert by product, comparison and limit, with comma or point, and lists it', async () => {
  const { user, sent } = await show()
  expect(screen.getByText('No tienes ninguna alerta')).toBeTruthy()
  expect(isOff()).toBe(true)
  await choose(user, 'enero', /FTB M Jan-27/)
  expect(isOff()).toBe(true)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Avísame cuando el precio' }), 'suba de')
  await user.type(limit(), '90,25')
  expect(isOff()).toBe(false)
  await user.click(create())
  expect(sent).toEqual([{ id: null, product: 'FTB M Jan-27', type: '>', price: 90.25 }])
  const table = await screen.findByRole('table', { name: texts.alerts.caption })
  expect(within(table).getByRole('row', { name: /FTB M Jan-27 Por encima de 90,25\s€\/MWh/ })).toBeTruthy()
  expect((limit() as HTMLInputElement).value).toBe('')
})

test.each(['-1', '50,555', 'barato', '10001'])('rejects the limit %j and explains what is valid', async (typed) => {
  const { user, sent } = await show()
  await choose(user, 'yr', /FTB YR-28/)
  await user.type(limit(), typed)
  expect(isOff()).toBe(true)
  await user.click(create())
  expect(sent).toEqual([])
  expect(limit().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText(texts.form.priceInvalid)).not.toEqual([])
})

test('shows the prices of the chosen product as text and table', async () => {
  const { user } = await show()
  await choose(user, 'ene', /FTB M Jan-27/)
  const chart = await screen.findByRole('figure', {
    name: /FTB M Jan-27 \(enero de 2027, carga base\): 83,50\s€\/MWh el 09\/03\/2026.*entre 83,50\s€\/MWh y 85,00\s€\/MWh/,
  })
  await user.click(within(chart).getByRole('button', { name: 'Ver como tabla' }))
  expect(within(chart).getAllByRole('row')).toHaveLength(3)
  expect(within(chart).getByText('Último día de negociación: 31/12/2026.')).toBeTruthy()
})

test('shows which alerts are met, which wait and which have ended', async () => {
  await show({
    alerts: [
      anAlert({ id: 1, is_met: true, price: 90 }),
      anAlert({ id: 2 }),
      anAlert({ id: 3, last_trading_day: '2026-03-09' }),
      anAlert({ id: 4, current_price: null, price_date: null }),
    ],
  })
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows[1]).toContain('Se cumple')
  expect(rows[2]).toContain('En espera')
  expect(rows[3]).toContain('Terminó el 09/03/2026')
  expect(rows[4]).toContain('Sin precio todavía')
})

test('shows products and alerts of an upstream server, without what it omits', async () => {
  const { user } = await show({
    alerts: [{ id: 7, product: 'FTB M Jan-27', type: '==', price: 80 }],
    answers: [mockCall(listProducts, () => [{ product: 'FTB M Jan-27' }])],
  })
  expect(screen.getByRole('row', { name: /FTB M Jan-27 Igual a 80,00/ })).toBeTruthy()
  await choose(user, 'jan', /^FTB M Jan-27$/)
  expect(await screen.findByRole('figure', { name: /^FTB M Jan-27: 83,50/ })).toBeTruthy()
})

test('restores a deleted alert', async () => {
  const { user, sent } = await show({ alerts: [anAlert()] })
  await user.click(screen.getByRole('button', { name: /^Borrar la alerta FTB M Jan-27: Por debajo de 80,50/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('Alerta borrada: FTB M Jan-27')
  expect(await screen.findByText('No tienes ninguna alerta')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Deshacer' }))
  expect(await screen.findByRole('table')).toBeTruthy()
  expect(sent).toEqual([{ id: 7 }, { id: null, product: 'FTB M Jan-27', type: '<', price: 80.5 }])
})

test.each([
  ['productFetchError', listProducts, texts.errors.productFetchError.title],
  ['alertFetchError', listAlerts, texts.errors.alertFetchError.title],
] as const)('shows a specific text for %s, with a retry', async (_, call, title) => {
  let isBroken = true
  const { user } = await open({ answers: [mockCall(call, () => (isBroken ? broken() : []))] })
  const alert = (await screen.findByText(title)).closest('[role=alert]') as HTMLElement
  isBroken = false
  await user.click(within(alert).getByRole('button', { name: 'Volver a intentarlo' }))
  await vi.waitFor(() => expect(screen.queryByText(title)).toBeNull())
})

test('keeps the draft on alertAddError, and reports a duplicate', async () => {
  let fail: () => never = broken
  const { user } = await show({ answers: [mockCall(addAlert, () => fail())] })
  await choose(user, 'ene', /FTB M Jan-27/)
  await user.type(limit(), '50')
  await user.click(create())
  expect((await screen.findByRole('alert')).textContent).toContain(texts.errors.alertAddError)
  expect((limit() as HTMLInputElement).value).toBe('50')
  fail = () => {
    throw new Refused('alert_exists', 409)
  }
  await user.click(create())
  expect(await screen.findByText(texts.refusals.alert_exists)).toBeTruthy()
})

test('keeps the alert on alertDeleteError', async () => {
  const { user } = await show({ alerts: [anAlert()], answers: [mockCall(deleteAlert, broken)] })
  await user.click(screen.getByRole('button', { name: /^Borrar la alerta/ }))
  expect((await screen.findByRole('alert')).textContent).toContain(texts.errors.alertDeleteError)
  expect(screen.getByRole('table')).toBeTruthy()
})

test('shows a visitor prices and a link to sign in, but no way to create an alert', async () => {
  await show({ signedIn: null })
  expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login?redirectPath=/omipComponent')
  expect(screen.queryByRole('button', { name: 'Crear la alerta' })).toBeNull()
})

test('disables changes for an impersonating read-only user, with the reason', async () => {
  await show({ signedIn: { ...anna, readonly: true }, alerts: [anAlert()] })
  expect(create().title).toBe(appTexts.refusals.token_readonly)
  expect(screen.getByRole('button', { name: /^Borrar la alerta/ }).title).toBe(appTexts.refusals.token_readonly)
})
