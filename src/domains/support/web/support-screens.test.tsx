import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listContractInfo } from '#domains/contracts/api.ts'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall } from '#kit/web/portal-testing.tsx'
import {
  listRequests,
  openClaim,
  openRequest,
  openUnsignedRequest,
  readRequest,
  reportOwnSwitch,
  reportUnrequestedSwitch,
  requestSupervisor,
  writeMessage,
} from '../api.ts'
import { ClaimsScreen } from './claims-screen.tsx'
import { ContactScreen } from './contact-screen.tsx'
import { CustomerServiceScreen } from './customer-service-screen.tsx'
import { HelpScreen } from './help-screen.tsx'
import { RequestScreen } from './request-screen.tsx'
import { RequestsScreen } from './requests-screen.tsx'
import { renderSupport, testCase } from './support-testing.tsx'
import { UnrequestedSwitchScreen } from './unrequested-switch-screen.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(() => sessionStorage.clear())

const file = { id: 'b2c1f6d2-0000-4000-8000-000000000009', name: 'contador.jpg', sizeBytes: 4000 }

/** Stores a draft with a file uploaded before, as the tab does. */
function keepDraft(name: string, values: object) {
  sessionStorage.setItem(`draft:${name}:${anna.email}`, JSON.stringify(values))
}

describe('the list of requests', () => {
  const change = {
    kind: 'change' as const,
    id: 3,
    number: null,
    subject: null,
    category: null,
    change: 'power',
    state: 'waiting_for_signature',
    contract: testCase.contract,
    opened_at: '2026-03-05T10:00:00Z',
    updated_at: '2026-03-05T10:00:00Z',
    due_on: null,
    clock: null,
    answered_at: null,
    signature_id: 'b2c1f6d2-0000-4000-8000-000000000002',
  }
  const listed = {
    ...change,
    kind: 'case' as const,
    id: 12,
    number: testCase.number,
    subject: testCase.subject,
    category: testCase.category,
    change: null,
    state: 'additional_information_required',
    clock: 'stopped' as const,
    signature_id: null,
  }

  test('links to each case, and to the signature that a change waits for', async () => {
    const reply = () => ({ items: [change, listed], n_items: 2, offset: 0, limit: 20 })
    await renderSupport('/requests', <RequestsScreen />, { answers: [mockCall(listRequests, reply)] })
    const [, first, second] = screen.getAllByRole('row')
    expect(within(first!).getByRole('link', { name: 'Cambio de potencia: firmar' }).getAttribute('href')).toBe(
      `/signature/${change.signature_id}`,
    )
    within(first!).getByText('Falta tu firma')
    expect(within(second!).getByRole('link', { name: 'La factura de febrero' }).getAttribute('href')).toBe(
      '/requests/12',
    )
    within(second!).getByText('Necesitamos más datos')
  })

  test('explains in the empty state what will be listed, with a link to write', async () => {
    const reply = () => ({ items: [], n_items: 0, offset: 0, limit: 20 })
    await renderSupport('/requests', <RequestsScreen />, { answers: [mockCall(listRequests, reply)] })
    screen.getByText('Aún no has pedido nada')
    expect(screen.getByRole('link', { name: 'Nueva solicitud' }).getAttribute('href')).toBe('/requests/create')
  })
})

describe('with many contracts', () => {
  const place = (count: number) => ({
    id: 100 + count,
    name: `00600${count}`,
    state: 'activa',
    cups: { full_address: count === 17 ? 'Camí del Canal, 9 - Mollerussa' : `Carrer Major, ${count} - Vic` },
  })
  const many = mockCall(listContractInfo, () => ({
    electricity: Array.from({ length: 30 }, (_, index) => place(10 + index)),
    gas: [],
  }))

  test.each([
    ['contact', '/contact', <ContactScreen />],
    ['customer care', '/customer-service', <CustomerServiceScreen />],
  ])('the form of %s finds one by part of its address', async (_, address, parts) => {
    await renderSupport(address, parts, { answers: [many] })
    const user = userEvent.setup()
    const field = screen.getByRole('combobox', { name: 'Contrato' }) as HTMLInputElement
    expect(field.tagName).toBe('INPUT')
    await user.type(field, 'canal moll')
    await user.click(screen.getByRole('option', { name: 'Luz 0060017 · Camí del Canal, 9 - Mollerussa' }))
    expect(field.value).toContain('0060017')
  })
})

describe('a case', () => {
  const show = (found: Partial<typeof testCase>, more: Parameters<typeof renderSupport>[2] = {}) =>
    renderSupport('/requests/12', <RequestScreen />, {
      ...more,
      path: '/requests/$id',
      answers: [...(more.answers ?? []), mockCall(readRequest, () => ({ ...testCase, ...found }))],
    })

  test('shows its deadline, the regulation behind it, and where to turn to after that', async () => {
    await show({})
    screen.getByText('Te respondemos como muy tarde el 23/03/2026.')
    screen.getByText(/15 días hábiles\. Norma: Ley 10\/2025, de 26 de diciembre \(BOE, 27\/12\/2025\)\..*OMIC/)
    screen.getByRole('link', { name: /factura\.pdf/ })
  })

  test.each([
    [
      { clock: 'late', term: { ...testCase.term!, due_on: '2026-03-09' } },
      /Teníamos que haberte respondido el 09\/03\/2026/,
    ],
    [
      { clock: 'answered', answered_at: '2026-03-06T09:00:00Z' },
      /Te respondimos el 06\/03\/2026; el plazo acababa el 23\/03\/2026/,
    ],
    [
      { term: { ...testCase.term!, due_at: '2026-03-02T12:00:00Z', count: 2, unit: 'hours' } },
      /como muy tarde el 02\/03\/2026.*13:00/,
    ],
    [
      { state: 'additional_information_required', clock: 'stopped', complete_by: '2026-03-16' },
      /como muy tarde el 16\/03\/2026/,
    ],
    [
      { topic: 'continuity', distributor: { name: 'e-distribución', breakdown_phone: '900111222' } },
      /Llama ahora a la distribuidora e-distribución/,
    ],
  ] as const)('shows the status of its clock: %o', async (found, words) => {
    await show(found)
    screen.getByText(words)
  })

  test('asks for a supervisor, and says by when one speaks to its customer', async () => {
    let supervisor: typeof testCase.supervisor = null
    await renderSupport('/requests/12', <RequestScreen />, {
      path: '/requests/$id',
      answers: [
        mockCall(readRequest, () => ({ ...testCase, supervisor })),
        mockCall(requestSupervisor, () => {
          supervisor = { due_on: '2026-03-10', is_late: false }
          return undefined
        }),
      ],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Hablar con un responsable' }))
    expect(await screen.findByText('Un responsable te llamará como muy tarde el 10/03/2026.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Hablar con un responsable' })).toBeNull()
  })

  test('says that a supervisor could not be asked for, or has not kept the day', async () => {
    await show({}, { answers: [mockCall(requestSupervisor, () => Promise.reject(new Error('broken')))] })
    await userEvent.click(screen.getByRole('button', { name: 'Hablar con un responsable' }))
    expect((await screen.findByText('No hemos podido pedirlo. Prueba otra vez.')).role).toBe('alert')
  })

  test('shows the meter reading', async () => {
    await show({ reading: { date: '2026-03-02', unit: 'kWh', registers: [1070, 2070.5, 3150] } })
    expect(screen.getByText('Llano (P2)').nextElementSibling?.textContent).toBe('2.070,5\u00a0kWh')
  })

  test('accepts a further message, and keeps the draft when sending fails', async () => {
    let isDown = true
    const reply = () => {
      if (isDown) throw new Refused('unexpected', 500)
      return { id: 2 }
    }
    await show({}, { answers: [mockCall(writeMessage, reply)] })
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Enviar el mensaje' }))
    await screen.findByRole('link', { name: 'Cuéntanos qué pasa' })
    await user.type(screen.getByLabelText('Mensaje'), 'Aquí está.')
    await user.click(screen.getByRole('button', { name: 'Enviar el mensaje' }))
    await screen.findByText(/Lo que has escrito sigue aquí/)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Mensaje').value).toBe('Aquí está.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Enviar el mensaje' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Mensaje').value).toBe(''))
  })

  test('that is decided accepts no message', async () => {
    await show({ state: 'denied' })
    screen.getByText('Denegada')
    expect(screen.queryByRole('button', { name: 'Enviar el mensaje' })).toBeNull()
  })

  test('cannot be replied to by a read-only user', async () => {
    await show({}, { boot: { signedIn: { ...anna, readonly: true } } })
    const button = screen.getByRole('button', { name: 'Enviar el mensaje' })
    expect([button.getAttribute('aria-disabled'), button.title]).toEqual([
      'true',
      'Estás viendo la cuenta de otra persona: no puedes cambiar nada.',
    ])
  })
})

describe('a request about a contract', () => {
  test('requires a contract, a category, a subject, a description and a file', async () => {
    await renderSupport('/contact', <ContactScreen />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
    const summary = await screen.findByRole('alert', { name: 'Revisa 5 datos' })
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Elige el contrato',
      'Elige de qué se trata',
      'Pon un asunto',
      'Cuéntanos qué pasa',
      'Añade al menos un archivo',
    ])
  })

  test('sends the body of the call, and then links to the case', async () => {
    let body: unknown
    keepDraft('contact::', { files: [file] })
    const reply = (sent: { body: unknown }) => {
      body = sent.body
      return { id: 12 }
    }
    await renderSupport('/contact', <ContactScreen />, { answers: [mockCall(openRequest, reply)] })
    const user = userEvent.setup()
    await user.selectOptions(screen.getByLabelText('Contrato'), '7')
    await user.selectOptions(screen.getByLabelText('De qué se trata'), '11')
    await user.type(screen.getByLabelText('Asunto'), 'Febrero')
    await user.type(screen.getByLabelText('Descripción'), 'Muy alta.')
    await user.click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
    expect((await screen.findByRole('link', { name: 'Ver la solicitud' })).getAttribute('href')).toBe('/requests/12')
    expect(body).toEqual({
      polissa_id: 7,
      receipt: 'email',
      polissa_type: 'electricity',
      categ_id: 11,
      title: 'Febrero',
      message: 'Muy alta.',
      attachments: [{ id: file.id }],
    })
    expect(sessionStorage.length).toBe(0)
  })

  test('shows field errors from the server at the field, and keeps the draft', async () => {
    keepDraft('contact::', { contract: '7', categ_id: '11', title: 'Febrero', message: 'Muy alta.', files: [file] })
    const reply = () => {
      throw new Refused('invalid', 400, { fields: { attachments: ['Uno de los archivos ya no está.'] } })
    }
    await renderSupport('/contact', <ContactScreen />, { answers: [mockCall(openRequest, reply)] })
    await userEvent.setup().click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
    await screen.findByRole('link', { name: 'Uno de los archivos ya no está.' })
    expect(screen.getByLabelText<HTMLTextAreaElement>('Descripción').value).toBe('Muy alta.')
  })

  test('does not share its draft between users who sign in in the same tab', async () => {
    sessionStorage.setItem('draft:contact:::biel@example.test', JSON.stringify({ message: 'De otra persona' }))
    await renderSupport('/contact', <ContactScreen />)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Descripción').value).toBe('')
  })
})

describe('a meter reading', () => {
  const address = '/contact?autolectures=true&contract=0048213'
  const fill = async (registers: [string, string, string]) => {
    const user = userEvent.setup()
    for (const [index, label] of ['Punta (P1)', 'Llano (P2)', 'Valle (P3)'].entries()) {
      const field = await screen.findByLabelText(label)
      await user.clear(field)
      await user.type(field, registers[index]!)
    }
    await user.click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
    return user
  }

  test('preselects its category and shows its fields, with the last reading', async () => {
    await renderSupport(address, <ContactScreen />)
    expect(screen.getByLabelText<HTMLSelectElement>('De qué se trata').value).toBe('20')
    await screen.findByText('Última: 1.062 kWh, el 01/03/2026')
    screen.getByText('Dinos qué marca tu contador y lo usamos en la próxima factura.')
  })

  test('below the last one is not sent, and the last one is shown', async () => {
    await renderSupport(address, <ContactScreen />)
    await fill(['1061', '2070', '3140'])
    await screen.findByRole('link', { name: 'El 01/03/2026 ya marcaba 1.062 kWh. Revisa el contador' })
  })

  test('far above the usual is sent once confirmed', async () => {
    let reading: unknown
    keepDraft('contact:0048213:20', { files: [file] })
    const reply = (sent: { body: { reading?: unknown } }) => {
      reading = sent.body.reading
      return { id: 13 }
    }
    await renderSupport(address, <ContactScreen />, { answers: [mockCall(openRequest, reply)] })
    const user = await fill(['2062', '2070', '3.140'])
    await screen.findByRole('link', { name: /Es mucho más de lo habitual/ })
    await user.click(screen.getByRole('checkbox', { name: /Lo he comprobado/ }))
    await user.click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
    await screen.findByRole('link', { name: 'Ver la solicitud' })
    expect(reading).toEqual({ date: '2026-03-10', registers: [2062, 2070, 3140], confirmed: true })
  })
})

test('without a session the form asks for contact data, and shows the number of the case', async () => {
  let body: unknown
  sessionStorage.setItem('draft:unsigned:', JSON.stringify({ files: [file] }))
  const reply = (sent: { body: unknown }) => {
    body = sent.body
    return { result: '2026-000044' }
  }
  await renderSupport('/contact', <ContactScreen />, {
    boot: { signedIn: null },
    answers: [mockCall(openUnsignedRequest, reply)],
  })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
  await screen.findByRole('alert', { name: 'Revisa 5 datos' })
  await user.type(screen.getByLabelText('Correo electrónico'), 'eva@example.test')
  await user.type(screen.getByLabelText('Móvil'), '612 345 678')
  await user.selectOptions(screen.getByLabelText('De qué se trata'), '11')
  await user.type(screen.getByLabelText('Asunto'), 'Precios')
  await user.type(screen.getByLabelText('Descripción'), '¿Qué tarifas tenéis?')
  await user.click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
  await screen.findByText('2026-000044')
  expect(body).toMatchObject({ mobile: '612345678', category: 11, attachment: [{ id: file.id }] })
})

test('an address with a topic preselects its category', async () => {
  await renderSupport('/requests/create?topic=suspension', <ContactScreen />)
  expect(screen.getByLabelText<HTMLSelectElement>('De qué se trata').value).toBe('22')
})

test('the form requires the number of files in the setting, which may be none', async () => {
  let attachments: unknown
  keepDraft('contact::', { contract: '7', categ_id: '11', title: 'Febrero', message: 'Muy alta.' })
  const reply = (sent: { body: { attachments?: unknown } }) => {
    attachments = sent.body.attachments
    return { id: 13, number: '2026-000013', due_on: '2026-03-31' }
  }
  await renderSupport('/contact', <ContactScreen />, {
    boot: { settings: { ...defaultSettings, requests: { leastFiles: 0, leastReadingFiles: 2 } } },
    answers: [mockCall(openRequest, reply)],
  })
  const user = userEvent.setup()
  await user.selectOptions(screen.getByLabelText('De qué se trata'), '20')
  await user.click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
  await screen.findByRole('link', { name: 'Añade al menos 2 archivos' })
  await user.selectOptions(screen.getByLabelText('De qué se trata'), '11')
  await user.click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
  const follow = await screen.findByRole('link', { name: 'Ver la solicitud' })
  expect(follow.getAttribute('href')).toBe('/requests/13')
  screen.getByText('2026-000013')
  screen.getByText(/como muy tarde el 31\/03\/2026/)
  expect(attachments).toEqual([])
})

test('the help page links to each topic', async () => {
  await renderSupport('/help', <HelpScreen />)
  const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf(/^Una duda o una petición/)).toBe('/contact')
  expect(hrefOf(/^Una reclamación/)).toBe('/claims')
  expect(hrefOf(/^La lectura del contador/)).toBe('/contact?autolectures=true')
  expect(hrefOf(/^La cuenta donde te cobramos/)).toBe('/contracts/electricity?action=ibanChange')
  expect(hrefOf(/^Tus solicitudes/)).toBe('/requests')
  expect(hrefOf(/^Llama al 900 000 000/)).toBe('tel:900000000')
})

test('without a session a customer is sent to the sign-in page, and back', async () => {
  await renderSupport('/contact', <ContactScreen />, { boot: { signedIn: null } })
  const enter = screen.getByRole('link', { name: 'entra en tu cuenta' })
  expect(enter.getAttribute('href')).toBe('/login?redirectPath=%2Fcontact')
})

test('users without JavaScript are told how else to write', async () => {
  const organization = { ...defaultSettings.organization, email: 'hola@example.test', phone: '' }
  await renderSupport('/contact', <ContactScreen />, {
    boot: { signedIn: null, settings: { ...defaultSettings, organization } },
  })
  const notice = screen.getByText(/Este formulario necesita/)
  expect(notice.textContent).toContain('escríbenos a hola@example.test.')
  expect(within(notice).getByRole('link').getAttribute('href')).toBe('mailto:hola@example.test')
})

test('a claim starts with the choice from the address, and shows its number', async () => {
  let sent: unknown
  const reply = (made: unknown) => {
    sent = made
    return { result: '2026-000045' }
  }
  await renderSupport('/customer-service?contract=0048213&type=invoice&subtype=twice', <CustomerServiceScreen />, {
    answers: [mockCall(openClaim, reply)],
  })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Descripción'), 'Dos cargos.')
  await user.click(screen.getByRole('button', { name: 'Enviar la reclamación' }))
  await screen.findByText('2026-000045')
  expect(sent).toMatchObject({
    params: { contractName: '0048213' },
    body: { contract: '0048213', tipus: 'invoice', subtipus: 'twice', comments: 'Dos cargos.', attachment: null },
  })
})

test('a claim requires a subtype once a type is chosen', async () => {
  await renderSupport('/customer-service?contract=0048213', <CustomerServiceScreen />)
  const user = userEvent.setup()
  const press = () => user.click(screen.getByRole('button', { name: 'Enviar la reclamación' }))
  const readErrorSummary = () => {
    const summary = within(screen.getByRole('alert', { name: /^Revisa/ }))
    return summary.getAllByRole('link').map((link) => link.textContent)
  }
  await press()
  expect(readErrorSummary()).toEqual(['Elige el tipo', 'Cuéntanos qué pasa'])
  await user.selectOptions(screen.getByLabelText('Tipo'), 'invoice')
  await press()
  expect(readErrorSummary()).toEqual(['Elige qué ha pasado', 'Cuéntanos qué pasa'])
})

test('without requests pages, a claim shows its number and says how it is answered', async () => {
  await renderSupport('/customer-service?contract=0048213&type=invoice&subtype=twice', <CustomerServiceScreen />, {
    boot: { flags: { 'crm.case': false } },
    answers: [mockCall(openClaim, () => ({ result: '2026-000046' }))],
  })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Descripción'), 'Dos cargos.')
  await user.click(screen.getByRole('button', { name: 'Enviar la reclamación' }))
  await screen.findByText('2026-000046')
  screen.getByText(/Guarda este número.*Te respondemos por correo\./)
  expect(screen.queryByRole('link', { name: 'Ver la solicitud' })).toBeNull()
})

test('the claims are those of the retailer, each linked to the form', async () => {
  await renderSupport('/claims', <ClaimsScreen />)
  screen.getByRole('heading', { level: 2, name: 'Factura y cobro' })
  expect(screen.getByRole('link', { name: 'Me habéis cobrado dos veces' }).getAttribute('href')).toBe(
    '/customer-service?type=invoice&subtype=twice',
  )
})

test('a request asks for a call at a free hour, on a phone', async () => {
  let body: unknown
  const reply = (input: { body: unknown }) => {
    body = input.body
    return { id: 12 }
  }
  const settings = { ...defaultSettings, requests: { ...defaultSettings.requests, leastFiles: 0 } }
  await renderSupport('/contact', <ContactScreen />, { answers: [mockCall(openRequest, reply)], boot: { settings } })
  const user = userEvent.setup()
  await user.selectOptions(screen.getByLabelText('Contrato'), '7')
  await user.selectOptions(screen.getByLabelText('De qué se trata'), '11')
  await user.type(screen.getByLabelText('Asunto'), 'Febrero')
  await user.type(screen.getByLabelText('Descripción'), 'Muy alta.')
  expect(screen.queryByLabelText('Teléfono al que te llamamos')).toBeNull()
  await user.selectOptions(await screen.findByLabelText('¿Quieres que te llamemos?'), '2026-03-23T09:00:00.000Z')
  await user.type(screen.getByLabelText('Teléfono al que te llamamos'), '600111222')
  await user.click(screen.getByRole('button', { name: 'Enviar la solicitud' }))
  await expect.poll(() => body).toMatchObject({ call_back: { at: '2026-03-23T09:00:00.000Z', phone: '600111222' } })
})

describe('a switch that nobody asked for', () => {
  test('is reported by a visitor with one form, who reads that nothing is paid', async () => {
    const sent: unknown[] = []
    const answers = [
      mockCall(reportUnrequestedSwitch, ({ body }) => {
        sent.push(body)
        return { number: '2026-000077', due_on: '2026-04-13' }
      }),
    ]
    await renderSupport('/unrequested-switch', <UnrequestedSwitchScreen />, { answers, boot: { signedIn: null } })
    screen.getByText(/No pagas nada por un suministro o un servicio que no has pedido/)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Comunicar el cambio' }))
    const summary = await screen.findByRole('alert', { name: 'Revisa 4 datos' })
    expect(within(summary).getAllByRole('link')).toHaveLength(4)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Qué ha pasado' }), 'away')
    for (const [label, text] of [
      ['Nombre completo del titular', 'Pau Serra'],
      ['CUPS', 'ES0031406083219007ZY0F'],
      ['Correo electrónico', 'pau@example.test'],
      ['Móvil', '600 000 202'],
    ] as const)
      await user.type(screen.getByRole('textbox', { name: label }), text)
    await user.click(screen.getByRole('button', { name: 'Comunicar el cambio' }))
    await screen.findByText('2026-000077')
    expect(sent).toMatchObject([
      { direction: 'away', name: 'Pau Serra', cups: 'ES0031406083219007ZY0F', mobile: '600000202' },
    ])
  })

  test('is reported by a customer about the contract in the address, and followed as a request', async () => {
    const sent: unknown[] = []
    const answers = [
      mockCall(reportOwnSwitch, ({ params, body }) => {
        sent.push({ ...params, ...body })
        return { id: 77, number: '2026-000077', due_on: '2026-04-13' }
      }),
    ]
    await renderSupport('/unrequested-switch?contract=0048213', <UnrequestedSwitchScreen />, { answers })
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Comunicar el cambio' }))
    const link = await screen.findByRole('link', { name: 'Ver la solicitud' })
    expect(link.getAttribute('href')).toBe('/requests/77')
    expect(sent).toMatchObject([{ contractName: '0048213', direction: 'to_us', attachments: [] }])
  })
})
