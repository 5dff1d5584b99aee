import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSwitch, readWithdrawal, withdrawFromContract } from '#domains/contracting/api.ts'
import { listOwnCompensations, listOwnDuties } from '#domains/duties/api.ts'
import type { ContractDuty } from '#domains/duties/shown-duty.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { type CallMock, mockCall } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import type { Contract } from '../api.ts'
import { ContractScreen } from './contract-screen.tsx'
import { home, homeGas, renderContracts } from './contract-testing.tsx'

beforeEach(mockTopLayer)
afterEach(() => vi.unstubAllGlobals())

async function show(
  contract: Contract,
  {
    search = '',
    others = [],
    settings = {},
    readonly = false,
    flags,
    answers = [],
  }: {
    search?: string
    others?: Contract[]
    settings?: Partial<Settings>
    readonly?: boolean
    flags?: Record<string, boolean>
    answers?: readonly CallMock[]
  } = {},
) {
  const shown = await renderContracts(`/contracts/${contract.type}/${contract.name}${search}`, <ContractScreen />, {
    path: `/contracts/${contract.type}/$contractName`,
    contracts: [contract, ...others],
    settings,
    readonly,
    flags,
    answers,
  })
  await screen.findByRole('heading', { level: 1, name: contract.cups.street })
  return shown
}

/** Returns the values by label of a section with this name. */
function factsIn(section: string): Record<string, string> {
  const terms = within(screen.getByRole('region', { name: section, hidden: true })).getAllByRole('term', {
    hidden: true,
  })
  return Object.fromEntries(terms.map((term) => [term.textContent, textWithoutButtons(term.nextElementSibling!)]))
}

/** Returns the text of a fact without its buttons. */
function textWithoutButtons(fact: Element): string {
  const factCopy = fact.cloneNode(true) as Element
  for (const button of factCopy.querySelectorAll('button')) button.remove()
  return factCopy.textContent
}

describe('the contract page', () => {
  test('has its address as title, and shows its data and status', async () => {
    await show(home)
    expect(screen.getByText('Luz · contrato 0048213 · activo · al día')).toBeTruthy()
    await vi.waitFor(() => expect(document.title).toMatch(/^Contrato 0048213( · |$)/))
    expect(screen.getByRole('link', { name: 'Contratos' }).getAttribute('href')).toBe('/contracts/electricity')
    expect(screen.getByRole('link', { name: 'Ver facturas' }).getAttribute('href')).toBe(
      '/invoices?contractType=electricity&contractName=0048213',
    )
  })

  test('shows the holder, the product and the payment', async () => {
    await show(home)
    expect(factsIn('Datos del contrato')).toMatchObject({
      Titular: 'Anna Güell',
      'Quién paga': 'Joan Güell',
      NIF: '87654321X',
      'Domicilio fiscal': 'Carrer Major, 1, 08500 Vic',
      'Potencia contratada': '4,6\u00a0kW punta · 3,45\u00a0kW valle',
      'Cómo se paga': 'ES94 •••• 3157',
      'Referencia catastral': '9872023VH5797S0001WX',
    })
  })

  test('shows the contact details, and the supply point with its supplier', async () => {
    await show(home)
    expect(factsIn('Contacto')).toEqual({
      Nombre: 'Anna Güell',
      Dirección: 'Carrer Major, 1',
      'Correo electrónico': 'anna@example.test',
      Teléfono: '—',
      Facturas: 'Por correo electrónico',
    })
    expect(factsIn('Punto de suministro')).toMatchObject({
      CUPS: 'ES0031406083219007ZY0F',
      Dirección: 'Carrer de Provença, 214, Barcelona',
      Distribuidora: 'e-distribución',
      'Averías, 24 h (distribuidora)': '900 111 222',
      'Web de la distribuidora': 'edistribucion.com',
      'Tarifa de acceso': '2.0TD',
    })
  })

  test('says what must follow of it by when, and what a missed term is paid with', async () => {
    const own = { status: 'running', since: '2026-11-02', due_at: null, is_compensated: false } as const
    const items: ContractDuty[] = [
      { ...own, kind: 'own_reading', due_on: '2026-11-17', recourse: null },
      { ...own, kind: 'call_recording', due_on: '2026-11-22', recourse: 'consumer_bodies' },
    ]
    await show(home, {
      flags: { 'crm.case': true },
      answers: [
        mockCall(listOwnDuties, () => ({ items })),
        mockCall(listOwnCompensations, () => ({
          items: [{ id: 'c', amount: 30.06, is_billed: false, invoice_number: null, source: 'RD 1955/2000' }],
        })),
      ],
    })
    const terms = await screen.findByRole('region', { name: 'Plazos' })
    expect([...terms.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'Léenos el contador antes de que acabe el 17/11/2026.',
      'Enviar la lectura',
      'Te damos la grabación antes de que acabe el 22/11/2026. Si no, puedes acudir a consumo de tu comunidad o a la junta arbitral.',
    ])
    expect(screen.getByText(/RD 1955\/2000/).textContent).toContain('30,06')
  })

  test('links to the phone and website of the distributor', async () => {
    await show(home)
    const [call] = screen.getAllByRole('link', { name: '900 111 222' })
    expect(call!.getAttribute('href')).toBe('tel:900111222')
    const site = screen.getByRole('link', { name: 'edistribucion.com', hidden: true })
    expect(site.getAttribute('href')).toBe('https://www.edistribucion.com/')
  })

  test('links to its consumption, where there are curves of it', async () => {
    await show(home)
    const link = screen.getByRole('link', { name: 'Ver consumo' })
    expect(document.querySelector(link.getAttribute('href')!)).toBe(screen.getByRole('region', { name: 'Consumo' }))
  })

  test('shows the debt, with the way to pay that contract', async () => {
    await show({ ...home, amount_debt: 45.69 })
    expect(screen.getByText(/^Debes 45,69\s€$/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Pagar contrato 0048213' }).getAttribute('href')).toBe(
      '/invoices?contractType=electricity&contractName=0048213&action=payOnline',
    )
  })

  test.each<[string, Parameters<typeof show>[1]]>([
    ['to a read-only user', { readonly: true }],
    ['where nothing is paid online', { settings: { invoices: { ...defaultSettings.invoices, enablePayment: false } } }],
  ])('shows the debt without it %s', async (_, stage) => {
    await show({ ...home, amount_debt: 45.69 }, stage)
    expect(screen.getByText(/^Debes 45,69\s€$/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Pagar/ })).toBeNull()
  })

  test('shows pressure and flow rate for gas', async () => {
    await show(homeGas)
    const facts = factsIn('Datos del contrato')
    expect(facts).toMatchObject({ Presión: '22 mbar', Caudal: '6 m³/h' })
    expect(facts).not.toHaveProperty('Potencia contratada')
  })

  test('shows the consumption of electricity and of gas', async () => {
    const { unmount } = await show(home)
    expect(screen.getByRole('region', { name: 'Consumo' })).toBeTruthy()
    unmount()
    await show(homeGas)
    expect(await screen.findByRole('region', { name: 'Consumo' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver consumo' }).getAttribute('href')).toMatch(/#consumption$/)
  })

  test.each([
    [
      'six periods as ranges of equal power',
      [24, 24, 26, 26, 26, 30],
      'P1–P2\u00a024\u00a0kW · P3–P5\u00a026\u00a0kW · P6\u00a030\u00a0kW',
    ],
    ['one power for all periods', [4.6, 4.6], '4,6\u00a0kW'],
  ])('shows %s', async (_, powers, expected) => {
    await show({ ...home, contracted_power_period: powers.map((power, index) => ({ period: `P${index + 1}`, power })) })
    expect(factsIn('Datos del contrato')['Potencia contratada']).toBe(expected)
  })

  test('shows the debt, and that no account is charged', async () => {
    await show({ ...home, amount_debt: 45.69, bank_account: null })
    expect(screen.getByText('Debes 45,69 €')).toBeTruthy()
    expect(factsIn('Datos del contrato')['Cómo se paga']).toBe('Sin domiciliar')
  })

  test('shows the means by which a contract without an account is paid', async () => {
    await show({ ...home, payment_means: 'transfer', bank_account: null })
    expect(factsIn('Datos del contrato')['Cómo se paga']).toBe('Por transferencia, en cada factura')
  })

  test('hides the cadastral reference from the contract section where the retailer does not show it', async () => {
    await show(home, { settings: { refCatastral: { enabled: false, modify: false } } })
    expect(factsIn('Datos del contrato')).not.toHaveProperty('Referencia catastral')
    expect(factsIn('Punto de suministro')).toHaveProperty('Referencia catastral')
  })

  test.each([
    [{ state: 'baixa', end_date: '2025-03-31' }, 'Este contrato terminó el 31/03/2025 y ya no se puede cambiar.'],
    [{ state: 'cancelada' }, 'Este contrato está de baja y ya no se puede cambiar.'],
    [{ state: 'esborrany' }, 'Este contrato está en trámite: podrás cambiarlo cuando esté activo.'],
    [
      { state: 'esborrany', sign_date: null },
      'A este contrato le falta tu firma: podrás cambiarlo cuando esté activo.',
    ],
  ])('warns for %j', async (change, warning) => {
    await show({ ...home, ...change })
    expect(screen.getByText(warning)).toBeTruthy()
  })
})

describe('a pending contract', () => {
  const steps = () =>
    within(screen.getByRole('region', { name: 'Qué pasa ahora' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  test('shows the next steps before it is signed, and no supply that does not exist yet', async () => {
    await show({ ...home, state: 'esborrany', sign_date: null, waitingForSignature: ['contract'] })
    expect(screen.getByText('Falta tu firma')).toBeTruthy()
    expect(steps()).toEqual([
      'Lees el contrato y lo firmas con un código. Hasta entonces no cambia nada.',
      'Cuando lo firmas, pedimos el alta o el cambio a la distribuidora.',
      'El suministro empieza en un máximo de 10 días hábiles, o 15 si hace falta un trabajo complejo, sin ningún corte. Te avisaremos.',
      'Durante los 14 días siguientes a la firma puedes desistir sin dar motivos.',
    ])
    expect(screen.queryByText(/le falta tu firma/)).toBeNull()
    for (const name of ['Consumo', 'Cambios']) expect(screen.queryByRole('region', { name })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Ver facturas' })).toBeNull()
    expect(screen.queryByText(/al día/)).toBeNull()
  })

  test('shows after it is signed when it begins at the latest', async () => {
    await show({ ...home, state: 'esborrany', sign_date: '2024-02-03' })
    expect(steps()).toEqual([
      'Lo firmaste el 03/02/2024.',
      'Hemos pedido el alta o el cambio a la distribuidora.',
      'La distribuidora activa el suministro, sin ningún corte. Te avisaremos el día que empiece.',
    ])
  })

  test.each([
    [
      { done_on: null, due_on: '2024-02-05', is_late: false },
      { done_on: null, due_on: '2024-02-16', is_late: false },
      'Pedimos el cambio a la distribuidora el 05/02/2024 como muy tarde.',
      'El suministro empieza el 16/02/2024 como muy tarde, sin ningún corte. Te avisaremos.',
    ],
    [
      { done_on: '2024-02-04', due_on: '2024-02-05', is_late: false },
      { done_on: null, due_on: '2024-02-16', is_late: true },
      'Pedimos el cambio a la distribuidora el 04/02/2024.',
      'El suministro tenía que empezar el 16/02/2024 y va con retraso. Puedes reclamar ante energía de tu comunidad.',
    ],
  ])('shows how far its switch has come: %j, %j', async (sent, activated, askedText, beginText) => {
    const reply = { requested_on: '2024-02-03', sent, activated, chosen_on: null, is_cancelled: false, rejection: null }
    const answers = [mockCall(readSwitch, () => reply)]
    await show({ ...home, state: 'esborrany', sign_date: '2024-02-03' }, { answers })
    await waitFor(() => expect(steps()).toEqual(['Lo firmaste el 03/02/2024.', askedText, beginText]))
  })

  test('shows that it begins on the day that its holder has named', async () => {
    const [sent, activated] = ['2024-02-05', '2024-02-20'].map((due_on) => ({ done_on: null, due_on, is_late: false }))
    const reply = {
      requested_on: '2024-02-03',
      sent: sent!,
      activated: activated!,
      is_cancelled: false,
      rejection: null,
    }
    const answers = [mockCall(readSwitch, () => ({ ...reply, chosen_on: '2024-02-20' }))]
    await show({ ...home, state: 'esborrany', sign_date: '2024-02-03' }, { answers })
    await screen.findByText(/empieza el 20\/02\/2024, el día que elegiste/)
  })

  test.each([
    ['holder_differs', true, ['Mándanos el NIF de la última factura', 'El plazo del cambio sigue'], 'Escríbenos'],
    ['ours', false, ['El error es nuestro'], null],
  ] as const)('says why its switch was rejected, and what to do: %s', async (reason, is_paused, texts, link) => {
    const sent = { done_on: '2024-02-04', due_on: '2024-02-05', is_late: false }
    const activated = { done_on: null, due_on: '2024-02-16', is_late: false }
    const rejection = { reason, rejected_on: '2024-02-06', is_paused }
    const reply = { requested_on: '2024-02-03', sent, activated, chosen_on: null, is_cancelled: false, rejection }
    await show(
      { ...home, state: 'esborrany', sign_date: '2024-02-03' },
      { answers: [mockCall(readSwitch, () => reply)], flags: { 'crm.case': true } },
    )
    const { parentElement: banner } = await screen.findByText(/La distribuidora ha rechazado el cambio\./)
    for (const text of [...texts, '06/02/2024']) expect(banner!.textContent).toContain(text)
    expect(screen.queryByRole('link', { name: 'Escríbenos' })?.getAttribute('href') ?? null).toEqual(
      link && expect.stringContaining('/requests/create?contract=0048213&topic=switch'),
    )
    expect(steps()).toHaveLength(is_paused ? 2 : 3)
  })
})

describe('a contract signed within the last fourteen days', () => {
  test('is withdrawn from after a confirmation, with its receipt', async () => {
    const state = { until: '2026-03-20' as string | null, withdrawn_at: null as string | null }
    const withdrawn = vi.fn()
    await show(
      { ...home, state: 'esborrany', sign_date: '2026-03-06' },
      {
        answers: [
          mockCall(readWithdrawal, () => ({ ...state })),
          mockCall(withdrawFromContract, (sent) => {
            withdrawn(sent)
            Object.assign(state, { until: null, withdrawn_at: '2026-03-10T10:00:00.000Z' })
            return { ...state }
          }),
        ],
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Desistir del contrato' }))
    expect(screen.getByText(/No pagas nada y paramos el cambio/)).toBeTruthy()
    expect(withdrawn).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Sí, desisto del contrato' }))
    expect(await screen.findByText(/Desististe de este contrato el 10\/03\/2026/)).toBeTruthy()
    expect(withdrawn).toHaveBeenCalledWith({ params: { contractName: '0048213' } })
  })
})

describe('an action in the address of a contract', () => {
  test('starts the download by itself, once, and is removed from the address', async () => {
    const fetched = vi.fn(async () => new Response(null, { status: 500 }))
    vi.stubGlobal('fetch', fetched)
    const { router } = await show(home, { search: '?action=download' })
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(fetched.mock.calls.map(([address]: unknown[]) => address)).toEqual([
      '/api/v2/contracts/0048213/pdf/?lang=es',
    ])
    expect(await screen.findByRole('alert')).toBeTruthy()
  })

  test('scrolls to the consumption, at the address that remains', async () => {
    const { router } = await show(home, { search: '?action=consumption' })
    await waitFor(() => expect(router.state.location.href).toBe('/contracts/electricity/0048213#consumption'))
    expect(screen.getByRole('region', { name: 'Consumo' }).id).toBe('consumption')
  })

  test('starts no download where the retailer does not offer it', async () => {
    const features = { ...defaultSettings.features, disableDownloadContractReport: true }
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    await show(home, { search: '?action=download', settings: { features } })
    expect(screen.queryByRole('button', { name: 'Descargar contrato' })).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('the link to the other contracts', () => {
  const larios: Contract = {
    ...home,
    id: 9,
    name: '0048214',
    cups: { ...home.cups, full_address: 'Calle Larios, 12 - Málaga' },
  }

  test('finds them by address without accents and opens the first with the return key', async () => {
    const { router } = await show(home, { others: [larios, homeGas] })
    await userEvent.click(screen.getByRole('button', { name: 'Cambiar de contrato' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar de contrato' }))
    expect((await dialog.findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([
      '/contracts/electricity/0048214',
      '/contracts/gas/G-17',
    ])
    await userEvent.type(dialog.getByRole('searchbox'), 'malaga')
    await waitFor(() => expect(dialog.getAllByRole('link')).toHaveLength(1))
    await userEvent.type(dialog.getByRole('searchbox'), '{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/contracts/electricity/0048214'))
  })

  test('is missing for a customer with this contract only', async () => {
    await show(home)
    expect(screen.queryByRole('button', { name: 'Cambiar de contrato' })).toBeNull()
  })
})

describe('the documents of a contract', () => {
  const attachment = {
    id: 31,
    name: 'Contrato firmado',
    created_date: '2024-02-03',
    size_text: '214 kB',
    filename: 'contrato.pdf',
    category_name: 'Contrato',
  }

  test('show their names, and an error when a download fails until it is cleared', async () => {
    const fetched = vi.fn(async () => new Response(null, { status: 500 }))
    vi.stubGlobal('fetch', fetched)
    await show({ ...home, attachments: [attachment] })
    const documents = within(screen.getByRole('region', { name: 'Documentos' }))
    const link = documents.getByRole('link', { name: /Contrato firmado/ })
    expect(documents.getByText('PDF · 214 kB · 03/02/2024')).toBeTruthy()
    await userEvent.click(link)
    expect(fetched).toHaveBeenCalledWith('/api/v2/contract/download_attachment/31?lang=es', expect.anything())
    expect(await documents.findByText(/No se ha podido descargar/)).toBeTruthy()
    await userEvent.click(link)
    expect(documents.queryByText(/No se ha podido descargar/)).toBeNull()
    expect(fetched).toHaveBeenCalledOnce()
  })

  test('take no space where there are none', async () => {
    await show(home)
    expect(screen.queryByRole('region', { name: 'Documentos' })).toBeNull()
  })
})
