import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readGasSupply } from '#domains/supply-register/api.ts'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { sendElectricityStep, sendGasStep } from '../api.ts'
import texts from '../texts/es.json'
import { anImage, aSupply, draftUpTo, gasCups, heading, press, renderWizard, summary } from './contracting-testing.tsx'
import { handOffToContract } from './draft/prefill.ts'
import type { WizardDraft } from './draft/wizard-draft.ts'

beforeEach(() => {
  sessionStorage.clear()
  mockTopLayer()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const { wizard: words } = texts
const group = (name: string) => within(screen.getByRole('group', { name }))

describe('the gas of a dual contract', () => {
  const empty = { ...draftUpTo('dual', 'gasContract').gas, cups: '', isSupplied: null, tariffId: null, productId: -1 }
  const draft = draftUpTo('dual', 'gasContract', { gas: empty })

  test('has its own supply, retailer, invoices and product', async () => {
    const { sent, user } = await renderWizard('gasContract', { kind: 'dual', draft })
    await screen.findByText(words.gas.include)
    await user.type(await screen.findByLabelText('CUPS'), gasCups)
    expect(await screen.findByText(words.supply.available)).toBeTruthy()
    await user.click(group(words.gas.isSupplied).getByLabelText(words.yes))
    await user.click(await screen.findByRole('radio', { name: /Gas Clar/ }))
    await press(words.next.gasContract)
    expect(await summary()).toEqual([
      `${words.fields.retailer}: Falta este dato.`,
      `${words.fields.invoices}: ${texts.fieldErrors.invoice_required}`,
      `${words.facts.changesOwner}: Falta este dato.`,
    ])
    const retailer = await screen.findByLabelText(words.fields.retailer)
    await user.selectOptions(retailer, 'Brasa Gas')
    expect(within(retailer).queryByText('Aurora')).toBeNull()
    expect(sent).toEqual([])
  })

  test('names missing answers as its step asks for them', async () => {
    await renderWizard('gasContract', { kind: 'dual', draft })
    await screen.findByText(words.gas.include)
    await press(words.next.gasContract)
    expect(await summary()).toContain('Tiene gas ahora: Falta este dato.')
  })

  test('is sent to a lead beside that of the electricity', async () => {
    const whole = draftUpTo('dual', 'gasContract')
    const invoices = [{ ...anImage, name: 'factura.pdf' }]
    const gas = { ...whole.gas, isSupplied: true, changesOwner: false, retailerId: 4, invoices }
    const { sent } = await renderWizard('gasContract', { kind: 'dual', draft: { ...whole, gas } })
    await screen.findByRole('radio', { name: /Gas Clar/ })
    await press(words.next.gasContract)
    await heading(words.headings.payment)
    expect(sent.map(({ step }) => step)).toEqual([1, 2, 3, 3])
    expect(sent.at(-1)).toMatchObject({
      ...{ electricityLeadId: 41, cups: { name: gasCups }, active_contract: true, comer_origin: 4 },
      ...{ change_owner: false, tarifa: 9, tarifaATR: 102, invoice: [{ id: anImage.id }] },
    })
  })

  test('can be left out', async () => {
    const { sent, user } = await renderWizard('gasContract', { kind: 'dual', draft })
    await user.click(await screen.findByLabelText(words.gas.without))
    expect(screen.queryByLabelText('CUPS')).toBeNull()
    await press(words.next.gasContract)
    await heading(words.headings.payment)
    expect(sent.map(({ step }) => step)).toEqual([1, 2, 3])
  })

  test('keeps the tariff of the compared bill where the register has none', async () => {
    handOffToContract({ energy: 'gas', cups: gasCups, tariffId: 102, productId: 9 })
    const unknown = aSupply({ cups_data_availability: { available: false }, access_tariff: null })
    await renderWizard(null, { kind: 'dual', draft, answers: [mockCall(readGasSupply, () => unknown)] })
    await waitFor(() => expect(readStoredDraft().gas.cups).toBe(gasCups))
    const prefilledDraft = { ...draftUpTo('dual', 'gasContract'), gas: readStoredDraft().gas }
    cleanup()
    await renderWizard('gasContract', {
      kind: 'dual',
      draft: prefilledDraft,
      answers: [mockCall(readGasSupply, () => unknown)],
    })
    expect(await screen.findByText(words.supply.unknown)).toBeTruthy()
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Gas Clar/ })).checked).toBe(true)
  })

  test('does not require a product before it has a tariff', async () => {
    await renderWizard('gasContract', { kind: 'dual', draft })
    await screen.findByLabelText(words.fields.tariff)
    await press(words.next.gasContract)
    const summaryText = (await summary()).join()
    expect(summaryText).toContain(words.fields.tariff)
    expect(summaryText).not.toContain(texts.fieldErrors.product_required)
  })
})

test('rejects the supply of the electricity for the gas', async () => {
  const draft = draftUpTo('dual', 'gasContract')
  const gas = { ...draft.gas, cups: draft.installation.cups, supply: null }
  const looked = mockCall(readGasSupply, () => aSupply({ other_energy: 'electricity' }))
  const { sent } = await renderWizard('gasContract', { kind: 'dual', draft: { ...draft, gas }, answers: [looked] })
  expect(await screen.findByText(texts.fieldErrors.cups_of_electricity)).toBeTruthy()
  await press(words.next.gasContract)
  expect((await summary()).join()).toContain(texts.fieldErrors.cups_of_electricity)
  expect(sent).toEqual([])
})

test('asks for the supply of gas alone once, and accepts a promotional code', async () => {
  const { sent } = await renderWizard('gasContract', { kind: 'gas', draft: draftUpTo('gas', 'gasContract') })
  await screen.findByRole('radio', { name: /Gas Clar/ })
  expect(screen.queryByLabelText('CUPS')).toBeNull()
  expect(screen.getByLabelText(/Código promocional/)).toBeTruthy()
  await press(words.next.gasContract)
  await heading(words.headings.payment)
  expect(sent.at(-1)).toMatchObject({ step: 3, cups: { name: gasCups }, lead_id: 42, tarifa: 9, tarifaATR: 102 })
  expect(sent.at(-1)).not.toHaveProperty('electricityLeadId')
})

describe('the optional questions of the retailer', () => {
  test('include the present supplier, where required', async () => {
    const { installation } = draftUpTo('electricity', 'person')
    const draft = draftUpTo('electricity', 'person', { installation: { ...installation, isSupplied: true } })
    await renderWizard(null, { draft })
    await screen.findByRole('option', { name: 'Aurora' })
    await press(words.next.installation)
    expect(await summary()).toContain(`${words.fields.retailer}: Falta este dato.`)
  })

  test.each([
    ['with documents', true],
    ['without documents', false],
  ])('include self-consumption %s', async (_, requireDocumentation) => {
    const selfcons = { enabled: true, requireDocumentation }
    const draft = draftUpTo('electricity', 'contract')
    const { sent, user } = await renderWizard('contract', { draft, contractation: { selfcons } })
    await user.click(await screen.findByLabelText(/placas solares/))
    expect(screen.getByText(words.fields.selfConsumptionPapers)).toBeTruthy()
    await screen.findByRole('radio', { name: /Clara/ })
    await press(words.next.contract)
    if (requireDocumentation) return expect((await summary()).join()).toContain('Adjunta los documentos')
    await heading(words.headings.payment)
    expect(sent.at(-1)).toMatchObject({ step: 3, selfconsCode: '41' })
  })

  test('exclude self-consumption where it is not contracted online', async () => {
    const selfcons = { enabled: false, requireDocumentation: false }
    await renderWizard('contract', { draft: draftUpTo('electricity', 'contract'), contractation: { selfcons } })
    await screen.findByRole('radio', { name: /Clara/ })
    expect(screen.queryByLabelText(/placas solares/)).toBeNull()
  })

  test.each([
    ['is requested, and sent as chosen', true, { activate_publicity: true }],
    ['is not requested, and not sent', false, {}],
  ])('handle publicity, which %s', async (_, askPublicity, expectedFields) => {
    const draft = draftUpTo('electricity', 'confirmation')
    const { sent } = await renderWizard('confirmation', { draft, contractation: { askPublicity } })
    await agree()
    const box = screen.queryByLabelText<HTMLInputElement>(words.fields.acceptsPublicity)
    expect(box?.checked).toBe(askPublicity ? false : undefined)
    if (box) await userEvent.click(box)
    await press(words.confirm)
    await heading(words.headings.finish)
    const { lead_id, step, confirm, accept_gdpr, accept_ov_conditions, ...rest } = sent.at(-1)!
    expect(rest).toEqual(expectedFields)
  })

  test('show a phone number to call, in a line and behind a button', async () => {
    const organization = { phone_crm: '900 123 456', schedule: '9-21 h' }
    await renderWizard(null, { organization })
    const links = screen.getAllByText('900 123 456')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['tel:900123456', 'tel:900123456'])
    expect(screen.getByRole('button', { name: words.help.button })).toBeTruthy()
  })

  test('show no phone number without such a message', async () => {
    await renderWizard(null, { contractation: { helpMessage: false } })
    expect(screen.queryByRole('button', { name: words.help.button })).toBeNull()
  })
})

describe('the end', () => {
  const confirmedWith = (result: object | undefined, status: 'OK' | 'ERROR' = 'OK', signature: object | null = null) =>
    [sendElectricityStep, sendGasStep].map((call) =>
      mockCall(call, ({ body }) =>
        body.FormConfirm.step === 5
          ? ({ lead_id: 41, status, result, signature } as never)
          : { lead_id: 41, status: 'OK' as const },
      ),
    )
  const makeResult = (format: 'html' | 'markdown', body: string) => ({ error: null, render: { format, body } })

  test('reports an error in a successful reply, with all input kept', async () => {
    const draft = draftUpTo('electricity', 'confirmation')
    await renderWizard('confirmation', { draft, answers: confirmedWith({ error: 'down', render: null }, 'ERROR') })
    await agree()
    await press(words.confirm)
    expect(await screen.findByText(words.failures.connectivity)).toBeTruthy()
    expect(screen.getByRole('button', { name: words.previous })).toBeTruthy()
    expect(screen.getByText('ES91 •••• 1332')).toBeTruthy()
  })

  test('shows HTML as plain text elements and runs nothing in it', async () => {
    const body =
      '<h1>Recibido</h1><p onclick="steal()">Te <b>llamamos</b>.<img src=x onerror=steal()><script>steal()</script></p>' +
      '<a href="javascript:steal()">Aquí</a> <a href="https://example.test/x">Más</a><style>p{}</style>'
    const draft = draftUpTo('electricity', 'confirmation')
    const { container } = await renderWizard('confirmation', {
      draft,
      answers: confirmedWith(makeResult('html', body)),
    })
    await agree()
    await press(words.confirm)
    expect(await screen.findByRole('heading', { level: 2, name: 'Recibido' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Más' }).getAttribute('href')).toBe('https://example.test/x')
    expect(screen.queryByRole('link', { name: 'Aquí' })).toBeNull()
    expect(container.querySelector('script, style, img, [onclick], [onerror], [href^=javascript]')).toBeNull()
    expect(container.textContent).not.toContain('steal')
  })

  test.each([
    ['no text', undefined],
    ['an empty text', makeResult('markdown', ' ')],
  ])('shows the portal’s own text for %s', async (_, result) => {
    const draft = draftUpTo('electricity', 'confirmation')
    await renderWizard('confirmation', { draft, answers: confirmedWith(result) })
    await agree()
    await press(words.confirm)
    expect(await screen.findByText(words.sent)).toBeTruthy()
  })

  test('says the same once for both energies, and links to one signature for both', async () => {
    const signature = { id: 'x', url: '/signature/x' }
    const answers = confirmedWith(makeResult('markdown', '## Solo falta tu firma'), 'OK', signature)
    await renderWizard('confirmation', { kind: 'dual', draft: draftUpTo('dual', 'confirmation'), answers })
    await agree()
    await press(words.confirm)
    expect(await screen.findAllByRole('heading', { name: 'Solo falta tu firma' })).toHaveLength(1)
    expect(screen.getByRole('link', { name: words.signBoth }).getAttribute('href')).toBe('/signature/x')
    expect(screen.queryByRole('link', { name: words.signOf.gas })).toBeNull()
  })

  test('retries only the gas where it fails after the electricity', async () => {
    let failures = 1
    const steps: string[] = []
    const draft = draftUpTo('dual', 'confirmation')
    const answers = [
      mockCall(sendElectricityStep, ({ body }) => {
        steps.push(`electricity ${body.FormConfirm.step}`)
        return { lead_id: 41, status: 'OK' as const, result: makeResult('markdown', '## La luz ya está') }
      }),
      mockCall(sendGasStep, ({ body }) => {
        steps.push(`gas ${body.FormConfirm.step}`)
        if (body.FormConfirm.step === 5 && failures-- > 0) throw new TypeError('Failed to fetch')
        return { lead_id: 42, status: 'OK' as const, result: makeResult('markdown', '## El gas también') }
      }),
    ]
    await renderWizard('confirmation', { kind: 'dual', draft, answers })
    await agree()
    await press(words.confirm)
    expect(await screen.findByText(words.failures.connectivity)).toBeTruthy()
    await press(words.confirm)
    expect(await screen.findByRole('heading', { name: 'La luz ya está' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'El gas también' })).toBeTruthy()
    expect(steps.filter((step) => step.endsWith('5'))).toEqual(['electricity 5', 'gas 5', 'gas 5'])
  })
})

function readStoredDraft(): WizardDraft {
  return JSON.parse(sessionStorage.getItem('draft:contracting-dual:')!)
}

/** Ticks the agreements that a visitor must give. */
async function agree() {
  await userEvent.click(await screen.findByLabelText(/condiciones generales/))
  await userEvent.click(screen.getByLabelText(/tratamiento de mis datos/))
}
