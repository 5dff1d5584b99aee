import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import appTexts from '#app/texts/es.json'
import { claimPrefill } from '#domains/contracting/web/draft/prefill.ts'
import { listContractInfo } from '#domains/contracts/api.ts'
import { readLeadConsent } from '#domains/leads/api.ts'
import leads from '#domains/leads/texts/es.json'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import uploads from '#domains/uploads/texts/es.json'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type PowerAdvice, type PowerLead, readPowerAdvice, sendPowerLead } from '../api.ts'
import texts from '../texts/es.json'
import { PowerCalculatorScreen } from './power-calculator-screen.tsx'

beforeEach(() => {
  mockTopLayer()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const period = (name: string, given: object = {}) => ({
  period: name,
  contracted: 4.6,
  measured: 2.4,
  minutes: 60,
  date: '2026-01-09',
  margin: 25,
  advised: 3,
  ...given,
})
const lower: PowerAdvice = {
  tariff: '2.0TD',
  days: 365,
  periods: [period('P1'), period('P2', { measured: 1.2, advised: 1.5 })],
  verdict: 'lower',
  saving: 68.48,
  rights: 11.5,
  without_tax: false,
  bills_excess: false,
}

type CalculatorScreenOptions = {
  signedIn?: typeof anna | null
  settings?: object
  advice?: Partial<PowerAdvice>
  contracts?: string[]
}

async function show({
  signedIn = null,
  settings = {},
  advice = {},
  contracts = ['0048213'],
}: CalculatorScreenOptions = {}) {
  const sent: PowerLead[] = []
  await renderAt('/power', <PowerCalculatorScreen />, {
    boot: { settings: { ...defaultSettings, ...settings }, signedIn, flags: { 'crm.case': true } },
    messages: { app: appTexts, leads, uploads, 'power-calculator': texts },
    callMocks: [
      mockCall(readLeadConsent, () => ({ consented: false })),
      mockCall(sendPowerLead, ({ body }) => {
        sent.push(body as PowerLead)
        return { status: 'OK' as const }
      }),
      mockCall(listContractInfo, () => ({
        electricity: contracts.map((name, index) => ({
          id: index + 1,
          name,
          cups: { full_address: `Carrer ${name}` },
        })),
        gas: [],
      })),
      mockCall(readPowerAdvice, () => ({ ...lower, ...advice })),
    ],
  })
  return { user: userEvent.setup(), sent }
}

type User = ReturnType<typeof userEvent.setup>
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const calculate = () => screen.getByRole('button', { name: 'Calcular la potencia' })
const appliance = (name: RegExp) => screen.getByRole('checkbox', { name })

async function fillIn(user: User) {
  await user.type(field('CUPS'), 'es 0237 9900 0000 0001 CC 0F')
  await user.type(field('Superficie'), '1250')
  await user.type(field(/Personas que viven/), '3')
  await user.click(appliance(/^Calefacción/))
  await user.click(appliance(/^Televisor/))
  await user.clear(field('Cuántos'))
  await user.type(field('Cuántos'), '2')
}

test('calculates nothing before something is filled in, and reports missing fields', async () => {
  const { user } = await show()
  expect(calculate().getAttribute('aria-disabled')).toBe('true')
  await user.type(field('CUPS'), 'ES0237990000000001CD')
  expect(calculate().getAttribute('aria-disabled')).not.toBe('true')
  await user.click(calculate())
  const summary = await screen.findByRole('alert')
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    texts.problems.cups_not_valid,
    texts.problems.area_required,
    texts.problems.people_required,
    texts.problems.appliance_required,
  ])
})

test('shows a card with a drawing for every appliance, with number or size where relevant', async () => {
  const { user } = await show()
  expect(screen.getAllByRole('checkbox')).toHaveLength(16)
  for (const box of screen.getAllByRole('checkbox')) expect(box.closest('label')!.querySelector('svg')).toBeTruthy()
  await user.click(appliance(/^Termo/))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Capacidad' }), '80 litros (2 kW)')
  await user.click(appliance(/^Piscina/))
  expect(field('Volumen de agua')).toBeTruthy()
  await user.click(appliance(/^Lavadora/))
  expect(screen.queryByRole('textbox', { name: 'Cuántos' })).toBeNull()
})

test('formats the area with a separator, and shows the result with two decimals and its parts', async () => {
  const { user } = await show()
  await fillIn(user)
  expect(field('Superficie').value).toBe('1.250')
  await user.click(screen.getByRole('radio', { name: 'Muchos (60 %)' }))
  await user.click(calculate())
  // 0.1 + 1250 × 0.01, and 2 × 0.2 × 0.6.
  const resultCard = await screen.findByRole('region', { name: 'La potencia que te conviene' })
  expect(resultCard.textContent).toContain('12,9')
  expect(screen.getByText(/Tus aparatos piden 12,84/)).toBeTruthy()
  expect(resultCard.textContent).toContain('3 personas y 1.250 m², con muchos aparatos')
  expect(screen.getByText(/te basta con 12,9/)).toBeTruthy()
  const parts = screen.getByRole('region', { name: 'Cómo sale' })
  expect(parts.textContent).toContain('12,60')
  expect(parts.textContent).toContain('0,24')
  expect(screen.getByRole('link', { name: 'Ir a mi área de cliente' }).getAttribute('href')).toBe('/')
  const contract = screen.getByRole('link', { name: 'Contratar' })
  expect(contract.getAttribute('href')).toBe('/new-electricity-customer')
  contract.addEventListener('click', (event) => event.preventDefault())
  await user.click(contract)
  const powers = { kw: [12.9], areRequested: true }
  expect(claimPrefill()).toEqual({ energy: 'electricity', cups: 'ES0237990000000001CC0F', powers })
  await user.click(screen.getByRole('button', { name: 'Cambiar las respuestas' }))
  expect(field('Superficie').value).toBe('1.250')
})

test('advises at least the lowest contractable power, and prefills the power to charge a car', async () => {
  const { user } = await show()
  await user.type(field('CUPS'), 'ES0237990000000001CC0F')
  await user.type(field('Superficie'), '40')
  await user.type(field(/Personas que viven/), '1')
  await user.click(appliance(/^Nevera/))
  await user.click(appliance(/^Coche eléctrico/))
  await user.click(calculate())
  const resultCard = await screen.findByRole('region', { name: 'La potencia que te conviene' })
  expect(resultCard.textContent).toMatch(/1\skW/)
  expect(screen.getByText(/Tus aparatos piden 0,30\skW.*desde 1\skW: te basta con 1\skW/)).toBeTruthy()
  const charging = screen.getByRole('region', { name: 'Para cargar el coche' })
  expect(charging.textContent).toMatch(/16 A pide 3,7\skW, y uno de 32 A, 7,4\skW/)
  expect(charging.textContent).toMatch(
    /con lo que deja la casa.?3,7\skW.*Sin gestor, con todo encendido a la vez.?4\skW/,
  )
  const contract = screen.getByRole('link', { name: 'Contratar' })
  contract.addEventListener('click', (event) => event.preventDefault())
  await user.click(contract)
  expect(claimPrefill()?.powers).toEqual({ kw: [1, 3.7], areRequested: true })
})

test('shows six powers above 15 kW', async () => {
  const { user } = await show()
  await fillIn(user)
  await user.clear(field('Superficie'))
  await user.type(field('Superficie'), '1700')
  await user.click(calculate())
  expect(await screen.findByText(/Con más de 15 kW el suministro tiene seis potencias/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Para cargar el coche' })).toBeNull()
})

test('thanks a visitor who leaves contact details', async () => {
  const { user, sent } = await show()
  await fillIn(user)
  await user.click(calculate())
  await user.type(await screen.findByLabelText('Nombre'), 'Anna')
  await user.type(screen.getByLabelText('Primer apellido'), 'Serra')
  await user.type(screen.getByLabelText('Correo electrónico'), 'anna@example.test')
  await user.type(screen.getByLabelText('Teléfono'), '612 345 678')
  await user.click(screen.getByLabelText('De 9 a 13 h'))
  await user.click(screen.getByRole('checkbox', { name: /Acepto que/ }))
  await user.click(screen.getByRole('button', { name: 'Enviar mis datos' }))
  const thanks = await screen.findByRole('heading', { name: 'Gracias, Anna' })
  await waitFor(() => expect(document.activeElement).toBe(thanks))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    ...{ cups: 'ES0237990000000001CC0F', optimalPower: 12.76, maxPower: 12.76 },
    ...{ area: 1250, numPersones: 3, cofSimul: 0.4, name: 'Anna', consent: true },
  })
  expect(sent[0]!.appliances).toHaveLength(16)
  expect(sent[0]!.appliances.find(({ name }) => name === 'tv')).toEqual({ name: 'tv', enabled: true, totalPower: 0.16 })
})

test('shows the help panels if the retailer has them', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Ver cuánto cuenta cada aparato' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('0,1 kW y 0,01 kW por m²')
  expect(dialog.textContent).toContain('0,0085 kW por m³')
  expect(screen.getByRole('link', { name: 'Ir a la página de ayuda' }).getAttribute('href')).toBe('/contact')
})

test('hides the help panels otherwise', async () => {
  await show({ settings: { powerCalculator: { enabled: true, contactPanel: false, helpPanel: false } } })
  expect(screen.queryByRole('link', { name: 'Ir a la página de ayuda' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ver cuánto cuenta cada aparato' })).toBeNull()
})

const advised = () => screen.findByRole('region', { name: 'Lo que ha medido tu contador' })

test('shows a customer the measured power and its saving, and links to the change', async () => {
  await show({ signedIn: anna })
  const section = await advised()
  await within(section).findByText(/ahorrar 68,48/)
  expect(section.textContent).toMatch(/El cambio cuesta 11,50\s€ una sola vez.*El primer año ahorras 56,98/)
  expect(section.textContent).toContain('añadimos un 25 %')
  expect(within(section).getByRole('link', { name: 'Pedir este cambio de potencia' }).getAttribute('href')).toBe(
    '/contracts/electricity/0048213?action=powChange&p1=3&p2=1.5',
  )
})

test.each<[string, Partial<PowerAdvice>, RegExp, boolean]>([
  ['more', { verdict: 'raise', saving: -20 }, /te costaría 20,00\s€ más al año/, true],
  ['to keep the power', { verdict: 'keep', saving: 3 }, /Tu potencia está bien/, false],
  ['nothing yet', { verdict: 'unmeasured', days: 100, saving: null, rights: null }, /100 días medidos/, false],
  [
    'nothing without a curve',
    { verdict: 'unmeasured', days: 0, saving: null, rights: null },
    /medidas por horas/,
    false,
  ],
  ['with its limit where excess is billed', { bills_excess: true, tariff: '3.0TD' }, /cuartos de hora/, true],
])('advises a customer %s', async (_, advice, words, hasButton) => {
  await show({ signedIn: anna, advice })
  const section = await advised()
  await within(section).findByText(words)
  expect(within(section).queryByRole('link', { name: 'Pedir este cambio de potencia' }) !== null).toBe(hasButton)
})

test('lets a customer choose among several contracts, and gives no advice without any', async () => {
  const { user } = await show({ signedIn: anna, contracts: ['0048213', '0051366'] })
  const section = await advised()
  await user.selectOptions(within(section).getByRole('combobox', { name: 'Contrato' }), '0051366 · Carrer 0051366')
  const link = await within(section).findByRole('link', { name: 'Pedir este cambio de potencia' })
  await waitFor(() => expect(link.getAttribute('href')).toContain('0051366'))
})

test('shows no advice without a contract', async () => {
  await show({ signedIn: anna, contracts: [] })
  await screen.findByRole('button', { name: 'Calcular la potencia' })
  expect(screen.queryByRole('region', { name: 'Lo que ha medido tu contador' })).toBeNull()
})
