import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import appTexts from '#app/texts/es.json'
import { claimPrefill } from '#domains/contracting/web/draft/prefill.ts'
import { listContractInfo } from '#domains/contracts/api.ts'
import { readLeadConsent } from '#domains/leads/api.ts'
import leadTexts from '#domains/leads/texts/es.json'
import { listGasRetailers, listGasTariffs, listRetailers, listTariffs } from '#domains/offers/api.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { readSupply } from '#domains/supply-register/api.ts'
import uploadTexts from '#domains/uploads/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { makeCups } from '#vocabulary/cups.ts'
import { type Comparison, compareElectricity, compareGas, compareOwnYear, sendElectricityContact } from '../api.ts'
import texts from '../texts/es.json'
import { ComparatorScreen } from './comparator-screen.tsx'
import { GasComparatorScreen } from './gas-comparator-screen.tsx'

const cups = makeCups('0021', '990000000001')
const aPdf = new File(['%PDF-1.7'], 'factura.pdf', { type: 'application/pdf' })
const uploadId = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'

vi.mock('#domains/uploads/web/send-file-with-progress.ts', () => ({ sendFileWithProgress: async () => uploadId }))

beforeEach(() => {
  mockTopLayer()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

function aComparison(given: Partial<Comparison> = {}): Comparison {
  const line = { price_unit: 0.1, quantity: 100, multi: 1, amount: 10 }
  return {
    header: '<p>Con CLARA habrías pagado menos.</p>',
    content: '<p>Con los precios de hoy.</p>',
    total_amount: 57.36,
    operations: {
      lines: {
        potencia: [{ ...line, name: 'Potencia P1', multi: 30, amount: 16.58 }],
        energia: [{ ...line, name: 'Energía P1', amount: 28.71 }],
        lloguer: [{ ...line, name: 'Alquiler del contador', amount: 0.83 }],
      },
      taxes: [
        { name: 'Impuesto especial sobre la electricidad', amount: 1.24 },
        { name: 'IVA 21 %', amount: 10 },
      ],
    },
    invoice_amount: 89.86,
    days: 30,
    kwh: 200,
    zone: 'peninsula',
    is_zone_known: true,
    prices_on: '2026-03-10',
    parts: { supply: 45.29, meter: 0.83, taxes: 11.24, total: 57.36 },
    invoice_parts: { supply: 72.72, meter: 0.83, taxes: 16.31, total: 89.86 },
    products: [
      {
        id: 1,
        name: 'CLARA',
        ov_description: 'Sencilla',
        ov_link: null,
        total_amount: 57.36,
        difference: -32.5,
        difference_year: -395.42,
      },
      {
        id: 2,
        name: 'DEAR',
        ov_description: null,
        ov_link: null,
        total_amount: 99.86,
        difference: 10,
        difference_year: 121.67,
      },
    ],
    ...given,
  }
}

const choices = [
  mockCall(listTariffs, ({ query }) =>
    Number(query.power) > 15
      ? [
          { id: 19, name: '3.0TD' },
          { id: 20, name: '6.1TD' },
        ]
      : [{ id: 18, name: '2.0TD' }],
  ),
  mockCall(listGasTariffs, () => [{ id: 102, name: 'RL.2' }]),
  mockCall(listRetailers, () => [{ id: 3, name: 'Aurora' }]),
  mockCall(listGasRetailers, () => [{ id: 4, name: 'Cierzo' }]),
]
const unknownSupply = mockCall(readSupply, () => ({
  cups_data_availability: { available: false },
  cups_availability: { available: true },
  access_tariff: null,
  address: { zipcode: null },
  power_p1: null,
  power_p2: null,
  power_p3: null,
  power_p4: null,
  power_p5: null,
  power_p6: null,
  selfcons: false,
  autoconsumo_code: '00',
}))

async function show(
  answers: readonly CallMock[] = [],
  {
    gas = false,
    signedIn = null as typeof anna | null,
    comparator = {},
  }: { gas?: boolean; signedIn?: typeof anna | null; comparator?: object } = {},
) {
  const user = userEvent.setup()
  await renderAt(gas ? '/gas-comparator' : '/comparator', gas ? <GasComparatorScreen /> : <ComparatorScreen />, {
    boot: {
      signedIn,
      settings: { ...defaultSettings, comparator: { ...defaultSettings.comparator, ...comparator } },
    },
    messages: { app: appTexts, comparators: texts, leads: leadTexts, uploads: uploadTexts },
    callMocks: [...answers, ...choices, unknownSupply, mockCall(readLeadConsent, () => ({ consented: false }))],
  })
  await screen.findByRole('button', { name: 'Comparar' })
  return user
}

// The buttons beside a number include its label as well.
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })

type User = Awaited<ReturnType<typeof show>>

async function fillIn(user: User, given: Record<string, string> = {}) {
  const values = {
    CUPS: cups,
    'Potencia en P1': '4,6',
    'Consumo en P1': '50',
    'Consumo en P2': '40.5',
    'Consumo en P3': '110',
    'Importe total': '89,86',
    ...given,
  }
  for (const [label, text] of Object.entries(values)) {
    const field = input(label)
    await user.clear(field)
    if (text) await user.type(field, text)
  }
  await user.selectOptions(screen.getByLabelText('Tu compañía'), 'Aurora')
  for (const [label, day] of [
    ['Primer día de la factura', '2026-02-01'],
    ['Último día de la factura', '2026-02-28'],
  ] as const) {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), day)
  }
}

const compare = (user: User) => user.click(screen.getByRole('button', { name: 'Comparar' }))

test('compares an invoice and restores the form when the user goes back', async () => {
  const sent: object[] = []
  const user = await show([
    mockCall(compareElectricity, ({ body }) => {
      sent.push(body)
      return aComparison()
    }),
  ])
  await fillIn(user, {
    CUPS: ` ${cups
      .toLowerCase()
      .replaceAll('0', 'o')
      .replace(/(.{4})/g, '$1 ')}`,
  })
  await compare(user)
  const title = await screen.findByRole('heading', { name: 'Tu factura, comparada' })
  expect(document.activeElement).toBe(title)
  expect(sent).toMatchObject([
    {
      cups,
      mode: 'auto',
      consent: false,
      comerOrigin: 3,
      accessTariff: '18',
      power: 4.6,
      power2: null,
      p1: 50,
      p2: 40.5,
      p3: 110,
      invoiceAmount: 89.86,
    },
  ])
  expect(sent[0]).not.toHaveProperty('p4')
  screen.getByText('Con CLARA habrías pagado menos.')
  screen.getByRole('img', { name: /^Tu factura, 89,86\s€; con nosotros, 57,36\s€\.$/ })
  const bills = screen.getByRole('table', { name: 'Tu factura y la nuestra, parte por parte' })
  within(bills).getByRole('row', { name: /Impuesto especial sobre la electricidad — 1,24\s€/ })
  within(bills).getByRole('row', { name: /^Total 89,86\s€ 57,36\s€/ })
  // The CUPS is passed within the tab, not in the address.
  const contract = screen.getByRole('link', { name: 'Contratar ahora' })
  expect(contract.getAttribute('href')).toBe('/new-electricity-customer')
  contract.addEventListener('click', (event) => event.preventDefault())
  await user.click(contract)
  const prefill = {
    cups,
    energy: 'electricity',
    retailerId: 3,
    productId: 1,
    powers: { kw: [4.6, 4.6], areRequested: false },
  }
  expect(claimPrefill()).toMatchObject(prefill)
  await user.click(screen.getByRole('button', { name: 'Cambiar los datos' }))
  expect(screen.getByLabelText<HTMLInputElement>('Consumo en P2').value).toBe('40.5')
})

test('parses numbers in the format of the language, and asks about ambiguous ones', async () => {
  const sent: object[] = []
  const user = await show([
    mockCall(compareElectricity, ({ body }) => {
      sent.push(body)
      return aComparison()
    }),
  ])
  await fillIn(user, { 'Consumo en P1': '1.200', 'Importe total': '1.089,86', 'Potencia en P1': '9.200' })
  await compare(user)
  const field = input('Consumo en P1')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('¿Quieres decir 1200 o 1,2? Escríbelo sin separar los miles.')
  expect(sent).toEqual([])
  await user.clear(field)
  await user.type(field, '1200')
  await compare(user)
  await screen.findByRole('heading', { name: 'Tu factura, comparada' })
  expect(sent).toMatchObject([{ p1: 1200, invoiceAmount: 1089.86, power: 9.2 }])
})

test('advises a customer who already pays less to stay', async () => {
  const dearer = aComparison().products.slice(1)
  const user = await show([mockCall(compareElectricity, () => aComparison({ products: dearer }))])
  await fillIn(user)
  await compare(user)
  await screen.findByText(/Te conviene quedarte donde estás/)
})

test.each([
  [{ 'Consumo en P1': '' }, /^Consumo en P1: Falta el consumo/],
  [{ 'Consumo en P1': '4000' }, /El consumo es demasiado alto/],
  [{ 'Potencia en P1': '0' }, /La potencia no es válida/],
  [{ CUPS: 'ES1' }, /El CUPS no es válido/],
  [{ 'Importe total': 'mucho' }, /Escribe un número/],
])('does not send a form with %j', async (given, words) => {
  const user = await show()
  await fillIn(user, given as Record<string, string>)
  await compare(user)
  await screen.findByRole('link', { name: words })
})

test('lists errors in the order of the fields, and clears those of fields filled from a code', async () => {
  const user = await show()
  await compare(user)
  const listErrorFields = () =>
    screen.getAllByRole('link', { name: /: / }).map(({ textContent }) => textContent!.split(':')[0])
  await screen.findByRole('link', { name: /^CUPS/ })
  expect(listErrorFields()).toEqual([
    'CUPS',
    'Potencia en P1',
    'Tu compañía',
    'Primer día de la factura',
    'Último día de la factura',
    'Consumo en P1',
    'Consumo en P2',
    'Consumo en P3',
    'Importe total',
  ])
  await user.click(screen.getByText('Rellenarlo sin escribir'))
  await user.click(screen.getByLabelText('Dirección del código QR de tu factura'))
  await user.paste('https://comparador.cnmc.gob.es/QRE?pP1=4.6&cfP1=50.5&cfP2=1&cfP3=2&iniF=2026-02-01&imp=89.86')
  await user.click(screen.getByRole('button', { name: 'Leer el código' }))
  await screen.findByText(/^Hemos rellenado/)
  expect(listErrorFields()).toEqual(['CUPS', 'Tu compañía', 'Último día de la factura'])
})

test('ignores a sign, and shows the fields of the tariff', async () => {
  const user = await show()
  await user.type(screen.getByLabelText('Consumo en P1'), '-5')
  expect(screen.getByLabelText<HTMLInputElement>('Consumo en P1').value).toBe('5')
  expect(screen.queryByLabelText('Consumo en P4')).toBeNull()
  await user.selectOptions(screen.getByLabelText('Tarifa de acceso'), '3.0TD')
  screen.getByLabelText('Consumo en P6')
  screen.getByLabelText(/^Potencia en P6/, { selector: 'input' })
  await user.selectOptions(screen.getByLabelText('Tarifa de acceso'), '6.1TD')
  screen.getByLabelText('Consumo en P6')
})

test.each([
  ['one from the register', { id: 24, name: '3.0TDVE' }, 'La tarifa 3.0TDVE no la comparamos aquí.'],
  ['one that is not in the list', null, 'Esta tarifa no la comparamos aquí.'],
])('reports a tariff without offers at once, with a way to continue: %s', async (_, tariff, words) => {
  const sent: object[] = []
  const user = await show([
    mockCall(readSupply, () => ({
      cups_data_availability: { available: tariff !== null },
      cups_availability: { available: true },
      access_tariff: tariff,
      address: { zipcode: '28013' },
      ...{ power_p1: 20, power_p2: 20, power_p3: 20, power_p4: 20, power_p5: 20, power_p6: 20 },
      selfcons: false,
      autoconsumo_code: '00',
    })),
    mockCall(sendElectricityContact, ({ body }) => {
      sent.push(body)
      return { status: 'OK' as const }
    }),
  ])
  const options = () => within(screen.getByLabelText('Tarifa de acceso')).getAllByRole('option')
  expect(options().map(({ textContent }) => textContent)).toEqual(['2.0TD', '3.0TD', '6.1TD', 'Otra que no está aquí'])
  await user.type(screen.getByLabelText('CUPS'), cups)
  if (!tariff) await user.selectOptions(screen.getByLabelText('Tarifa de acceso'), 'Otra que no está aquí')
  const notice = await screen.findByText(words)
  expect(notice.closest('[role=alert]')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Comparar' })).toBeNull()
  expect(screen.queryByLabelText('Importe total')).toBeNull()
  await leaveContact(user)
  await user.click(screen.getByRole('button', { name: 'Pedir que me llamen' }))
  await screen.findByText('Contacto enviado.')
  expect(sent).toMatchObject([{ name: 'Eva', mode: 'auto', cups, comparison: null }])
})

test.each([
  ['tax_unknown', /todavía no sabemos qué impuesto/],
  ['unexpected', /Error: no se ha podido comparar/],
])('explains a comparison refused as %s', async (code, words) => {
  const user = await show([
    mockCall(compareElectricity, () => {
      throw new Refused(code, 409)
    }),
  ])
  await fillIn(user)
  await compare(user)
  await screen.findByText((_, element) => element?.getAttribute('role') === 'alert' && words.test(element.textContent))
})

test('fills in what the register contains about a supply', async () => {
  const user = await show([
    mockCall(readSupply, () => ({
      cups_data_availability: { available: true },
      cups_availability: { available: true },
      access_tariff: { id: 18, name: '2.0TD' },
      address: { zipcode: '28013' },
      power_p1: 3.45,
      power_p2: 4.6,
      power_p3: 0,
      power_p4: 0,
      power_p5: 0,
      power_p6: 0,
      selfcons: false,
      autoconsumo_code: '00',
    })),
  ])
  await user.type(screen.getByLabelText('CUPS'), cups)
  await screen.findByText(/Hemos rellenado lo que consta/)
  expect(input('Potencia en P1').value).toBe('3,45')
  expect(screen.getByLabelText<HTMLInputElement>(/Código postal/).value).toBe('28013')
})

test('fills the form from the QR code of an invoice and names the fields', async () => {
  const user = await show()
  await user.click(screen.getByText('Rellenarlo sin escribir'))
  const field = screen.getByLabelText('Dirección del código QR de tu factura')
  await user.type(field, 'https://example.test')
  await user.click(screen.getByRole('button', { name: 'Leer el código' }))
  await screen.findByText(/no es la dirección del QR/)
  await user.clear(field)
  await user.click(field)
  await user.paste('https://comparador.cnmc.gob.es/QRE?pP1=4.6&cfP1=50.5&iniF=2026-02-01&imp=89.86')
  await user.click(screen.getByRole('button', { name: 'Leer el código' }))
  await screen.findByText(/Potencia en P1, Tarifa de acceso, Primer día de la factura, Importe total y Consumo en P1/)
  expect(screen.getByLabelText<HTMLInputElement>('Consumo en P1').value).toBe('50,5')
})

test('fills in the consumption from a curve file, and explains what to send instead of an invalid one', async () => {
  const user = await show()
  const replies = [
    Response.json({ message: 'curve_unreadable' }, { status: 422 }),
    Response.json({ cups, start: '2026-02-01', end: '2026-02-28', days: 28, missing_hours: 2, kwh: [50, 40.5, 110] }),
  ]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => replies.shift()!)
  await user.click(screen.getByText('Rellenarlo sin escribir'))
  const field = screen.getByLabelText('Archivo con tu curva de consumo')
  await user.upload(field, new File(['x'], 'letter.csv', { type: 'text/csv' }))
  await screen.findByText(/No hemos encontrado una curva/)
  await user.upload(field, new File(['x'], 'curve.csv', { type: 'text/csv' }))
  await screen.findByText(/28 días leídos.*Faltan 2 horas/)
  expect(screen.getByLabelText<HTMLInputElement>('Consumo en P2').value).toBe('40,5')
  expect(screen.getByLabelText<HTMLInputElement>('Último día de la factura').value).toBe('28/02/2026')
})

async function leaveContact(user: User) {
  await user.type(await screen.findByLabelText('Nombre'), 'Eva')
  await user.type(screen.getByLabelText('Primer apellido'), 'Soler')
  await user.type(screen.getByLabelText('Correo electrónico'), 'eva@example.test')
  await user.type(screen.getByLabelText('Teléfono'), '600111222')
  await user.click(screen.getByLabelText('De 9 a 13 h'))
  await user.click(screen.getByRole('checkbox', { name: /Acepto que/ }))
}

test('sends a contact request with what was compared', async () => {
  const sent: object[] = []
  const user = await show([
    mockCall(compareElectricity, () => aComparison()),
    mockCall(sendElectricityContact, ({ body }) => {
      sent.push(body)
      return { status: 'OK' as const }
    }),
  ])
  await fillIn(user)
  await compare(user)
  await screen.findByRole('heading', { name: '¿Te llamamos?' })
  await leaveContact(user)
  await user.click(screen.getByRole('button', { name: 'Pedir que me llamen' }))
  await screen.findByText('Contacto enviado.')
  expect(sent).toMatchObject([{ name: 'Eva', mode: 'auto', cups, comparison: { invoiceAmount: 89.86, consent: true } }])
})

test('sends an invoice instead, and requires one', async () => {
  const user = await show()
  await user.click(screen.getByRole('radio', { name: 'Enviar la factura' }))
  await leaveContact(user)
  await user.click(screen.getByRole('button', { name: 'Enviar la factura' }))
  await screen.findByRole('link', { name: 'Añade tu factura.' })
})

test.each([
  ['light', false, sendElectricityContact],
  ['gas', true, compareGas],
] as const)(
  'keeps the draft if an invoice of %s cannot be sent, and sends it on the next try',
  async (_, gas, call) => {
    const sent: object[] = []
    let isDown = true
    const contact = mockCall(call, ({ body }) => {
      if (isDown) throw new Refused('unexpected', 500)
      sent.push(body)
      return { status: 'OK' as const }
    })
    const user = await show([contact], { gas })
    await user.click(screen.getByRole('radio', { name: 'Enviar la factura' }))
    await leaveContact(user)
    await user.upload(screen.getByLabelText(/factura/i, { selector: 'input[type=file]' }), aPdf)
    await screen.findByText('factura.pdf')
    const send = () => user.click(screen.getByRole('button', { name: 'Enviar la factura' }))
    await send()
    expect((await screen.findByText('No se ha podido enviar la factura.')).getAttribute('role')).toBe('alert')
    isDown = false
    await send()
    await screen.findByText(/Gracias. La comparamos/)
    expect(sent).toMatchObject([{ name: 'Eva', mode: 'manual' }])
    expect(JSON.stringify(sent)).toContain(uploadId)
  },
)

test('shows a contact to users without JavaScript', async () => {
  await show()
  const notice = screen.getByText(/El comparador necesita/)
  expect(
    within(notice)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([defaultSettings.organization.email, defaultSettings.organization.phone])
})

test('offers nothing else where invoices can only be typed', async () => {
  await show([], { comparator: { calculationMode: 'writed_data', mode: 'manual' } })
  expect(screen.queryByRole('radio')).toBeNull()
})

test('compares a customer’s own year with one click', async () => {
  const { products } = aComparison()
  const user = await show(
    [
      mockCall(listContractInfo, () => ({
        electricity: [
          { id: 1, name: '0001', state: 'activa', cups: { name: cups, full_address: 'Carrer Major, 1' } },
        ] as never,
        gas: [],
      })),
      mockCall(compareOwnYear, () => ({
        start: '2025-03-10',
        end: '2026-03-09',
        days: 365,
        missing_hours: 0,
        kwh: [800, 600, 1100],
        surplus_kwh: 1_200,
        has_wallet: true,
        present: { id: 2, name: 'DEAR', total_amount: 700, pays_surplus: true, surplus_amount: 60, wallet_amount: 5 },
        products: products.map((product, index) =>
          index === 0
            ? { ...product, pays_surplus: true, surplus_amount: 80, wallet_amount: 0 }
            : { ...product, pays_surplus: false, surplus_amount: 0, wallet_amount: 0 },
        ),
      })),
    ],
    { signedIn: anna },
  )
  await user.click(await screen.findByRole('button', { name: 'Comparar con mi último año' }))
  const table = await screen.findByRole('table', { name: 'Qué costaría tu último año con cada producto' })
  within(table).getByRole('row', { name: /CLARA.*395,42\s€ menos/ })
  within(table).getByRole('row', { name: /CLARA.*Por los excedentes, 80,00\s€ menos en las facturas\./ })
  within(table).getByRole('row', { name: /DEAR.*No paga los excedentes\./ })
  screen.getByText(/DEAR, 700,00\s€\. Por los excedentes, 60,00\s€ menos en las facturas y 5,00\s€ del monedero\./)
  screen.getByText(/Tus placas dieron a la red 1\.200.kWh.*va a tu monedero/)
})

test('lets a customer with very many contracts search for the one to compare', async () => {
  const compareYearSpy = vi.fn(() => ({
    start: null,
    end: null,
    days: 12,
    missing_hours: 0,
    kwh: [],
    surplus_kwh: 0,
    has_wallet: false,
    present: null,
    products: [],
  }))
  const electricity = Array.from({ length: 1_200 }, (_, index) => ({
    id: index + 1,
    name: `00${50_000 + index}`,
    state: 'activa',
    cups: { name: cups, full_address: `Carrer Major, ${index + 1}` },
  })) as never
  const user = await show(
    [mockCall(listContractInfo, () => ({ electricity, gas: [] })), mockCall(compareOwnYear, compareYearSpy as never)],
    { signedIn: anna },
  )
  await user.type(await screen.findByRole('combobox', { name: 'Contrato' }), 'major, 1200')
  await user.click(screen.getByRole('option', { name: /0051199/ }))
  await user.click(screen.getByRole('button', { name: 'Comparar con mi último año' }))
  await vi.waitFor(() => expect(JSON.stringify(compareYearSpy.mock.calls)).toContain('0051199'))
})

test('compares gas by its single consumption, and links to both kinds of contract', async () => {
  const comparison = aComparison({
    operations: {
      lines: {
        fijo: [{ name: 'Término fijo', price_unit: 0.2, quantity: 28, multi: 1, amount: 5.6 }],
        variable: [{ name: 'Término variable', price_unit: 0.06, quantity: 500, multi: 1, amount: 30 }],
      },
      taxes: [{ name: 'IVA 21 %', amount: 7.5 }],
    },
  })
  const sent: object[] = []
  const user = await show(
    [
      mockCall(compareGas, ({ body }) => {
        sent.push(body)
        return comparison
      }),
    ],
    { gas: true },
  )
  await user.type(screen.getByLabelText('CUPS'), cups)
  await user.selectOptions(screen.getByLabelText('Tarifa de acceso'), 'RL.2')
  await user.selectOptions(screen.getByLabelText('Tu compañía'), 'Cierzo')
  await user.type(screen.getByLabelText('Primer día de la factura'), '2026-02-01')
  await user.type(screen.getByLabelText('Último día de la factura'), '2026-02-28')
  await user.type(screen.getByLabelText('Consumo'), '500')
  await user.type(screen.getByLabelText('Importe total'), '60')
  await compare(user)
  await screen.findByRole('link', { name: 'Contratar luz y gas' })
  screen.getByRole('link', { name: 'Contratar gas' })
  expect(sent).toMatchObject([{ accessTariff: '102', p1: 500 }])
})
