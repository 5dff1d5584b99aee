import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { ReplyIn } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { answer } from '#kit/web/portal-testing.tsx'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import { changeAccount, changeAccountOfGas, changePower, requestNoSipsCession, withdrawChange } from '../api.ts'
import { asked, renderChanges } from './changes-testing.tsx'

beforeEach(standInForTopLayer)
// What a browser fetches when it is needed is at hand, however busy the machine of the test is.
beforeAll(() => Promise.all([import('./power-dialog.tsx'), import('./iban-dialog.tsx'), import('./sips-dialog.tsx')]))

const waiting = { waiting_for_signature: true, signature: { id: 'abc', url: '/signature/abc' } }
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })

async function type(name: RegExp, text: string) {
  await userEvent.clear(field(name))
  if (text) await userEvent.type(field(name), text)
}

describe('what can be changed', () => {
  test('is offered with what each change is', async () => {
    await renderChanges()
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names).toEqual(['Cambiar la potencia', 'Cambiar la cuenta', 'No ceder mis datos de consumo'])
  })

  test('says of each what it is called and how it stands now', async () => {
    await renderChanges()
    const rows = screen.getAllByRole('listitem').map((row) => row.querySelector('p')!.textContent)
    expect(rows).toEqual([
      'Potencia contratada: Punta 4,6\u00a0kW · Valle 3,45\u00a0kW',
      'Cuenta de cargo: ES94 •••• 3157',
      'Datos de consumo en el SIPS: Otras comercializadoras pueden verlos',
    ])
  })

  test.each([
    ['one power for all periods', { powerWatts: [4_600, 4_600] }, 'Potencia contratada: 4,6\u00a0kW'],
    ['no account', { account: null }, 'Cuenta de cargo: Sin domiciliar'],
    ['data that are not released', { sipsCession: 'active' }, 'Datos de consumo en el SIPS: No se ceden'],
  ] as const)('says so of %s', async (_, contract, words) => {
    await renderChanges({ contract })
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('p')!.textContent)).toContain(words)
  })

  test('stands in one row of buttons where the retailer prefers that', async () => {
    const { features } = defaultSettings
    await renderChanges({ settings: { features: { ...features, horizontalButtons: true } } })
    expect(screen.getAllByRole('button')).toHaveLength(3)
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  test('of gas is no power', async () => {
    await renderChanges({ contract: { energy: 'gas', powerWatts: [] } })
    expect(screen.queryByRole('button', { name: 'Cambiar la potencia' })).toBeNull()
  })

  test('is what the retailer offers', async () => {
    const { features, ibanChange } = defaultSettings
    await renderChanges({
      settings: {
        features: { ...features, powerChange: false, noCesionSips: false },
        ibanChange: { ...ibanChange, enabled: false },
      },
    })
    expect(screen.queryByRole('region', { name: 'Cambios' })).toBeNull()
  })

  test.each([
    ['cannot be touched', { isAtrAvailable: false }, 'Cambiar la potencia', /la distribuidora no admite cambios/],
    ['has a change of power to sign', { waiting: ['power'] }, 'Cambiar la potencia', /Ya has pedido un cambio/],
    ['is private already', { sipsCession: 'active' }, 'No ceder mis datos de consumo', /Ya está en vigor/],
  ] as const)('says why nothing can be changed of a contract that %s', async (_, contract, name, reason) => {
    await renderChanges({ contract })
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0)
  })

  test('is off for a contract that has ended, of which the page says so and not every row again', async () => {
    await renderChanges({ contract: { isActive: false } })
    const buttons = screen.getAllByRole('button')
    expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual(['true', 'true', 'true'])
    for (const { title } of buttons) expect(title).toBe('Este contrato no está activo y no se puede cambiar.')
    expect(screen.queryByText('Este contrato no está activo y no se puede cambiar.')).toBeNull()
  })

  test('cannot be pressed by whoever only looks', async () => {
    await renderChanges({ isReadonly: true, requests: [asked] })
    for (const button of screen.getAllByRole('button')) expect(button.title).toBe('Solo puedes mirar.')
    expect(screen.queryByText('Solo puedes mirar.')).toBeNull()
  })

  test.each([
    ['powChange', 'Cambiar la potencia'],
    ['ibanChange', 'Cambiar la cuenta'],
    ['noCesionSips', 'No ceder mis datos de consumo'],
  ])('opens by itself where the address asks for %s, which then forgets it', async (action, title) => {
    const { router } = await renderChanges({ search: `?action=${action}` })
    await screen.findByRole('heading', { level: 2, name: title })
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  test('with the powers that the address suggests, which it forgets', async () => {
    const { router } = await renderChanges({ search: '?action=powChange&p1=3.4&p2=2&p3=x' })
    await screen.findByRole('dialog', { name: 'Cambiar la potencia' })
    expect([field(/punta/i).value, field(/valle/i).value]).toEqual(['3,4', '2'])
    await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  })

  test('is explained where the address asks for what cannot be', async () => {
    await renderChanges({ search: '?action=powChange', contract: { isActive: false } })
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Este contrato no está activo y no se puede cambiar.')).toBeTruthy()
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Cerrar' })[1]!)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a change of power', () => {
  const change = vi.fn()
  async function open(reply: () => ReplyIn<typeof changePower> = () => waiting) {
    change.mockReset()
    await renderChanges({
      answers: [
        answer(changePower, (sent) => {
          change(sent)
          return reply()
        }),
      ],
    })
    await press('Cambiar la potencia')
    await screen.findByRole('heading', { name: 'Cambiar la potencia' })
  }

  test('is filled in, checked with its cost, and asked for exactly', async () => {
    await open()
    expect(field(/Punta/).value).toBe('4,6')
    expect(field(/Teléfono/).value).toBe('+34 612 345 678')
    await type(/Punta/, '5,501')
    await screen.findByText('Acceso, 0,901 kW × 19,70 €')
    expect(screen.getByText('Impuesto eléctrico, 3,8 %')).toBeTruthy()
    expect(screen.getByText('IVA, 21 %')).toBeTruthy()
    await press('Revisar el cambio')
    await screen.findByRole('heading', { name: 'Revisa antes de pedirlo' })
    expect(screen.getByText('Potencia punta').nextElementSibling?.textContent).toBe('5,501\u00a0kW (ahora 4,6\u00a0kW)')
    expect(change).not.toHaveBeenCalled()
    await press('Pedir el cambio de potencia')
    const sign = await screen.findByRole('link', { name: 'Firmar ahora' })
    expect(sign.getAttribute('href')).toBe('/signature/abc')
    expect(change).toHaveBeenCalledWith({
      params: { contractName: '0048213' },
      body: {
        ...{ power_p1: 5501, power_p2: 3450, power_p3: 0, power_p4: 0, power_p5: 0, power_p6: 0 },
        ...{ phone: '+34612345678', phone_num: '612345678', phone_pre: '+34' },
      },
    })
  })

  test('tells what a month costs less or more, and from what that is worked out', async () => {
    await open()
    await type(/Punta/, '3,45')
    const month = await screen.findByRole('heading', { name: 'Pagarás 3,61\u00a0€ menos al mes' })
    const readOut = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(readOut().filter(Boolean)).toEqual([month.textContent])
    expect(month.nextElementSibling?.textContent).toBe(
      'Es la diferencia entre un año de la potencia que tienes (199,32\u00a0€) y uno de la que pides (155,99\u00a0€), entre doce meses. Con impuestos.',
    )
    await type(/Punta/, '5,5')
    expect(await screen.findByRole('heading', { name: /^Pagarás .* más al mes$/ })).toBeTruthy()
    await type(/Punta/, '16')
    await waitFor(() => expect(screen.queryByRole('heading', { name: /al mes$/ })).toBeNull())
    await waitFor(() => expect(readOut().filter(Boolean)).toEqual([]))
  })

  test('tells beside each power the highest of the last year, and the way to the calculator', async () => {
    await open()
    expect(
      await screen.findByText(
        /Ahora tienes 4,6 kW. Tu máximo de los últimos 12 meses fue 4,1 kW de media en una hora, el 09\/01\/2026/,
      ),
    ).toBeTruthy()
    expect(
      screen.getByText(
        /Ahora tienes 3,45 kW. Tu máximo de los últimos 12 meses fue 2,3 kW de media en un cuarto de hora/,
      ),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Calcula la potencia que necesitas' }).getAttribute('href')).toBe('/power')
    await type(/Punta/, '16')
    expect(screen.queryByText(/Tu máximo/)).toBeNull()
  })

  test('says field by field what is wrong, and keeps what was typed', async () => {
    await open()
    await type(/Punta/, '')
    await type(/Teléfono/, '1004')
    await press('Revisar el cambio')
    const summary = await screen.findByRole('alert', { name: 'Revisa 2 datos' })
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pon esta potencia.', 'Pon un teléfono de 9 cifras, como 612\u00a0345\u00a0678.'])
    expect(field(/Teléfono/).value).toBe('1004')
    expect(field(/Punta/).getAttribute('aria-invalid')).toBe('true')
  })

  test('to the same power is refused before it is asked for', async () => {
    await open()
    await press('Revisar el cambio')
    expect(await screen.findAllByText('Es la que ya tienes. Pon otra.')).toHaveLength(4)
  })

  test('above 15 kW asks for six powers', async () => {
    await open()
    await type(/Punta/, '16')
    expect(screen.getAllByRole('textbox').filter(({ id }) => id.startsWith('change-power'))).toHaveLength(6)
    const prices = (await screen.findByText('Tu tarifa pasa a 3.0TD')).parentElement!
    expect(prices.textContent).toContain('6 periodos')
    expect(within(prices).getByText('P6').nextElementSibling?.textContent).toBe('3\u00a0€/kW y año · 0,11\u00a0€/kWh')
    await press('Revisar el cambio')
    expect(await screen.findAllByText('Pon esta potencia.')).toHaveLength(4)
    expect(screen.getByRole('link', { name: 'P3 · Pon esta potencia.' })).toBeTruthy()
    for (const period of [/P2/, /P3/, /P4/, /P5/, /P6/]) await type(period, '16')
    await press('Revisar el cambio')
    await screen.findByText('Potencia P1')
    expect(screen.getByText('Potencia P6').nextElementSibling?.textContent).toBe('16\u00a0kW ')
  })

  test.each([
    [
      'with status 400',
      () => {
        throw new Refused('invalid', 400, { fields: { power_p1: ['Es la que ya tienes. Pon otra.'] } })
      },
    ],
    ['with status 200', () => ({ errors: { power_p1: ['Es la que ya tienes. Pon otra.'] } })],
  ])('goes back to the field that a server finds wrong %s', async (_, reply) => {
    await open(reply)
    await type(/Punta/, '5,5')
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de potencia' }))
    await screen.findByRole('alert', { name: 'Revisa un dato' })
    expect(field(/Punta/).value).toBe('5,5')
  })

  test('that another device has brought about meanwhile leads back to what was typed, with what stands now', async () => {
    await open(() => {
      throw new Refused('changed_meanwhile', 409, { extra: { current: { version: 'b', power: [5, 5] } } })
    })
    await type(/Punta/, '5,5')
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de potencia' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/Ahora es: 5.kW · 5.kW/)
    expect(field(/Punta/).value).toBe('5,5')
  })

  test.each([
    ['has nothing to sign', {}, 'Cambio pedido', /no tienes que firmar nada/],
    ['has it signed elsewhere', { waiting_for_signature: true }, 'Falta tu firma', /Te llegará el documento/],
  ])('asked of a server that %s says so', async (_, reply, title, words) => {
    await open(() => reply)
    await type(/Punta/, '5,5')
    await press('Revisar el cambio')
    await press('Pedir el cambio de potencia')
    await screen.findByRole('heading', { name: title })
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Firmar ahora' })).toBeNull()
  })

  test.each([
    ['power_change_open', 406, 'Ya hay un cambio de potencia pedido. Cuando acabe, podrás pedir otro.', false],
    ['unexpected', 500, /Algo ha fallado por nuestra parte/, true],
  ])('that is answered with %s says so', async (code, status, words, mayRetry) => {
    await open(() => {
      throw new Refused(code, status)
    })
    await type(/Punta/, '5,5')
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de potencia' }))
    await screen.findByText(words)
    expect(screen.queryByRole('button', { name: 'Volver a intentarlo' }) !== null).toBe(mayRetry)
  })
})

describe('a change of account', () => {
  const change = vi.fn()
  const answers = [changeAccount, changeAccountOfGas].map((call) =>
    answer(call as typeof changeAccount, ({ body }) => {
      change(call.versions[0], body)
      return waiting
    }),
  )
  beforeEach(() => change.mockReset())

  async function open(stage: Parameters<typeof renderChanges>[0] = {}) {
    await renderChanges({ answers, ...stage })
    await press('Cambiar la cuenta')
    await screen.findByRole('heading', { name: 'Cambiar la cuenta' })
  }

  test('takes the only other account that is known without a choice', async () => {
    await open()
    await screen.findByText('ES36 •••• 4659')
    expect(screen.queryByRole('combobox', { name: 'Cuenta' })).toBeNull()
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de cuenta' }))
    await screen.findByRole('link', { name: 'Firmar ahora' })
    expect(change).toHaveBeenCalledWith(1, { already_registered: 'yes', bank_id: 2 })
  })

  test('takes a new one of which the owner is sure; of gas by the second version', async () => {
    await open({ contract: { energy: 'gas', powerWatts: [] } })
    await userEvent.click(screen.getByRole('radio', { name: 'Otra nueva' }))
    await type(/IBAN/, 'ES36 2080 5295 1248 4241 4658')
    await press('Revisar el cambio')
    const summary = await screen.findByRole('alert', { name: 'Revisa 2 datos' })
    expect(summary.textContent).toContain('Revisa el IBAN')
    await type(/IBAN/, 'es36 2080 5295 1248 4241 4659')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('Revisar el cambio')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el cambio de cuenta' }))
    await screen.findByRole('link', { name: 'Firmar ahora' })
    expect(change).toHaveBeenCalledWith(2, {
      ...{ already_registered: 'no', iban: 'ES3620805295124842414659', owner_is_bank_owner: true },
    })
  })

  test('asks for a proof where the retailer wants one', async () => {
    await open({ settings: { ibanChange: { ...defaultSettings.ibanChange, attachmentOnIbanChange: true } } })
    await press('Revisar el cambio')
    expect(await screen.findAllByText('Añade un justificante de la cuenta.')).toHaveLength(2)
  })
})

test('a closed register is asked for in words that say what it does', async () => {
  const ask = vi.fn(() => waiting)
  await renderChanges({ answers: [answer(requestNoSipsCession, ask)] })
  await press('No ceder mis datos de consumo')
  await screen.findByText(/nadie podrá consultar los datos de este suministro/)
  await press('Revisar el cambio')
  await userEvent.click(await screen.findByRole('button', { name: 'Pedir que no se cedan' }))
  await screen.findByRole('link', { name: 'Firmar ahora' })
  expect(ask).toHaveBeenCalledWith(expect.objectContaining({ body: { noCessionSelection: 'actual' } }))
})

describe('what was asked for', () => {
  test('is told with how it stands, and leads to its signature', async () => {
    await renderChanges({
      requests: [
        asked,
        {
          ...asked,
          id: 6,
          kind: 'iban',
          state: 'done',
          printable_iban: 'ES36 •••• 4659',
          power: undefined,
          signature: null,
        },
        { ...asked, id: 5, state: 'refused', reason: 'distributor', signature: null },
      ],
    })
    const rows = await within(await screen.findByRole('list', { name: 'Lo que has pedido' })).findAllByRole('listitem')
    expect(rows[0]!.textContent).toContain('Cambio de potencia 5,5\u00a0kWPedido el 09/03/2026Falta tu firma')
    expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/signature/abc')
    expect(rows[1]!.textContent).toContain('Cambio de cuenta ES36 •••• 4659')
    expect(rows[2]!.textContent).toContain('Rechazado por la distribuidora')
    expect(screen.getByRole('button', { name: 'Cambiar la potencia' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('stays in sight as long as it is open, however many came after it', async () => {
    const newer = Array.from({ length: 6 }, (_, place) => ({
      ...asked,
      id: 20 - place,
      kind: 'ref_catastral',
      power: undefined,
      state: 'done' as const,
      value: '9900026CG9999S0001LM',
      signature: null,
    }))
    await renderChanges({ requests: [...newer, asked] })
    const rows = await within(await screen.findByRole('list', { name: 'Lo que has pedido' })).findAllByRole('listitem')
    expect(rows).toHaveLength(6)
    expect(rows[0]!.textContent).toContain('Referencia catastral 9900026CG9999S0001LM')
    expect(within(rows[5]!).getByRole('button', { name: 'Retirar el cambio de potencia' })).toBeTruthy()
  })

  test('is taken back before it is signed', async () => {
    const withdraw = vi.fn(() => undefined)
    await renderChanges({ requests: [asked], answers: [answer(withdrawChange, withdraw)] })
    await userEvent.click(await screen.findByRole('button', { name: 'Retirar el cambio de potencia' }))
    await waitFor(() => expect(withdraw).toHaveBeenCalledWith({ params: { contractName: '0048213', changeId: '7' } }))
  })
})
