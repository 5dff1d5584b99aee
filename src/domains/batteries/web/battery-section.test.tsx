import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { changePercentage, chooseDiscounts, moveShare, readPercentages } from '../api.ts'
import { link, renderBatteries } from './battery-testing.tsx'

beforeEach(mockTopLayer)

const origin = { ...link, pes_percentatge: 70, es_origen: true, self_consumption: true }
const ended = { ...link, id: 2, bateria: { id: 4, name: 'Nave' }, data_inici: '2024-01-01', data_final: '2025-05-31' }
const locked = {
  ...link,
  id: 3,
  bateria: { id: 5, name: 'Patio' },
  pes_percentatge: 0,
  gestio_descomptes: 'guardar',
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) })

/** Chooses an action from a battery's menu. */
async function choose(wallet: string, action: string) {
  await openMenu(wallet)
  await userEvent.click(itemOf(wallet, action))
}

async function openMenu(wallet: string) {
  await userEvent.click(within(rowOf(wallet)).getByRole('button', { name: `Acciones de ${wallet}` }))
}

function itemOf(wallet: string, action: string) {
  return within(rowOf(wallet)).getByRole('button', { name: action, hidden: true })
}

describe('the batteries of a contract', () => {
  test('show balance, percentage, first day and status of each share', async () => {
    await renderBatteries([origin, ended, locked])
    expect(rowOf('Tejado').textContent).toMatch(
      /70.%23,40.€Desde el 01\/06\/2025Saldo: 23,40.€Se aplica a las facturas · Lo llena este contratoActivo/,
    )
    expect(rowOf('Nave').textContent).toMatch(/Del 01\/01\/2024 al 31\/05\/2025.*Terminado/)
    expect(rowOf('Patio').textContent).toMatch(/^Patio0.%.*Se guardaBloqueado/)
    expect(screen.getByRole('link', { name: 'Tejado' }).getAttribute('href')).toBe('/batteries/3')
  })

  test('sum up only shares that are valid today, and explain why the others are not included', async () => {
    await renderBatteries([origin, ended, locked])
    const section = within(screen.getByRole('region', { name: 'Monedero solar' }))
    expect(section.getByText('Disponible').nextElementSibling?.textContent).toBe('23,40\u00a0€')
    expect(section.getByText('Se descuenta automáticamente de tus facturas.')).toBeTruthy()
    expect(section.getByText(/solo cuenta dentro de sus fechas/)).toBeTruthy()
  })

  test('show no sum if no share is valid today', async () => {
    await renderBatteries([ended])
    expect(screen.queryByText('Disponible')).toBeNull()
  })

  test('cannot be changed outside their dates, by a read-only user or on an ended contract, and show the reason', async () => {
    const shown = await renderBatteries([ended])
    await openMenu('Nave')
    expect(itemOf('Nave', 'Cambiar la parte').title).toBe('Este monedero solo se puede cambiar dentro de sus fechas.')
    await userEvent.click(itemOf('Nave', 'Cambiar la parte'))
    expect(screen.queryByRole('dialog')).toBeNull()
    shown.unmount()
    const looking = await renderBatteries([link], { readonly: true })
    await openMenu('Tejado')
    for (const action of ['Cambiar la parte', 'Bloquear', 'Cambiar el uso', 'Mover a otro monedero']) {
      expect(itemOf('Tejado', action).title).toMatch(/Estás viendo la cuenta de otra persona/)
      await userEvent.click(itemOf('Tejado', action))
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    looking.unmount()
    await renderBatteries([link], { isActive: false })
    await openMenu('Tejado')
    expect(itemOf('Tejado', 'Bloquear').title).toBe('Este contrato no está activo y no se puede cambiar.')
  })
})

describe('the percentage of a contract', () => {
  const percentage = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Parte de este contrato' })
  const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: /deslizando/ })

  test('is typed, stepped or slid between 0 and what is free, and previewed before it is saved', async () => {
    const sent = vi.fn()
    await renderBatteries([link], {
      answers: [
        mockCall(changePercentage, ({ params, body }) => {
          sent(params, body)
          return { bateria_id: 3, pes_percentatge: 40 }
        }),
      ],
    })
    await choose('Tejado', 'Cambiar la parte')
    await screen.findByText(/Puedes dar hasta el 40.%: los demás contratos tienen el 60.%/)
    expect([percentage().value, slider().value]).toEqual(['25', '25'])
    const preview = screen.getByRole('region', { name: 'Reparto de Tejado' })
    expect(preview.textContent).toMatch(/Este contrato25.%Passeig Nou, 12 - Banyoles · Lo llena60.%Sin repartir15.%/)

    await userEvent.clear(percentage())
    await userEvent.type(percentage(), '999')
    expect([percentage().value, slider().value]).toEqual(['100', '100'])
    expect(screen.getByText('Pon como mucho 40: lo demás es de otros contratos.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(sent).not.toHaveBeenCalled()

    await userEvent.clear(percentage())
    await userEvent.type(percentage(), '40')
    expect(preview.textContent).not.toContain('Sin repartir')
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toHaveBeenCalledExactlyOnceWith({ contractName: '0051366', bateriaId: '3' }, { pes_percentatge: 40 })
    expect(screen.getByRole('status').textContent).toBe('Este contrato tiene ahora el 40\u00a0%')
  })

  test('keeps the draft and shows the reason if another change came first', async () => {
    await renderBatteries([link], {
      answers: [
        mockCall(changePercentage, () => {
          throw new Refused('battery_over_whole', 409)
        }),
      ],
    })
    await choose('Tejado', 'Cambiar la parte')
    await userEvent.clear(await screen.findByRole('textbox', { name: 'Parte de este contrato' }))
    await userEvent.type(percentage(), '33')
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/no puede pasar del 100.%\. Pon una parte menor/)
    expect(percentage().value).toBe('33')
  })

  test('shows the current share if another device has changed it, and saving again overwrites it', async () => {
    const sent = vi.fn()
    const current = { version: 'b', pes_percentatge: 40, gestio_descomptes: 'aplicar' }
    await renderBatteries([{ ...link, version: 'a' }], {
      answers: [
        mockCall(changePercentage, ({ body }) => {
          sent(body)
          if (body.version !== 'b') throw new Refused('changed_meanwhile', 409, { extra: { current } })
          return { bateria_id: 3, pes_percentatge: 33 }
        }),
      ],
    })
    await choose('Tejado', 'Cambiar la parte')
    await userEvent.clear(await screen.findByRole('textbox', { name: 'Parte de este contrato' }))
    await userEvent.type(percentage(), '33')
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/en otro dispositivo\. Ahora es: 40 %/)
    expect(percentage().value).toBe('33')
    expect(screen.getByRole('button', { name: 'Dejarlo como está' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.mock.calls).toEqual([[{ pes_percentatge: 33, version: 'a' }], [{ pes_percentatge: 33, version: 'b' }]])
  })

  test('becomes 0 when the battery is locked and is set again when it is unlocked', async () => {
    const sent = vi.fn()
    const answers = [
      mockCall(changePercentage, ({ body }) => {
        sent(body.pes_percentatge)
        return { bateria_id: 3, ...body }
      }),
      mockCall(readPercentages, () => ({ bateria_id: 5, percentage: 90 })),
    ]
    await renderBatteries([link, locked], { answers })
    await choose('Tejado', 'Bloquear')
    await screen.findByText(/pasa del 25.% al 0.%/)
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Bloquear' }))
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith(0))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await choose('Patio', 'Desbloquear')
    expect((await screen.findByRole<HTMLInputElement>('slider')).value).toBe('10')
    await userEvent.clear(percentage())
    await userEvent.type(percentage(), '0')
    const unlock = within(screen.getByRole('dialog')).getByRole('button', { name: 'Desbloquear' })
    await userEvent.click(unlock)
    expect(sent).toHaveBeenCalledOnce()
    await userEvent.type(percentage(), '{Backspace}7')
    await userEvent.click(unlock)
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith(7))
  })
})

test('shows the discount handlings by name', async () => {
  const sent = vi.fn()
  await renderBatteries([link], {
    answers: [
      mockCall(chooseDiscounts, ({ body }) => {
        sent(body)
        return { bateria_id: 3, gestio_descomptes: body.valor_descomptes }
      }),
    ],
  })
  await choose('Tejado', 'Cambiar el uso')
  const walletRadio = await screen.findByRole('radio', { name: 'Se guarda en el monedero' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Se descuenta/ }).checked).toBe(true)
  await userEvent.click(walletRadio)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ valor_descomptes: 'guardar' }))
})

describe('moving a share to another battery', () => {
  test('takes three steps, each of which must be answered, and is sent once', async () => {
    let arrive: () => void = () => {}
    const sent = vi.fn()
    await renderBatteries([link], {
      answers: [
        mockCall(moveShare, async ({ params, body }) => {
          sent(params, body)
          await new Promise<void>((resolve) => {
            arrive = resolve
          })
          return { bateria_id: 4, pes_percentatge: 70 }
        }),
      ],
    })
    await choose('Tejado', 'Mover a otro monedero')
    const caseta = await screen.findByRole('radio', { name: /^Caseta/ })
    expect(screen.queryByRole('radio', { name: /^Tejado/ })).toBeNull()
    const next = () => screen.getByRole('button', { name: 'Siguiente' })
    expect(next().getAttribute('aria-disabled')).toBe('true')
    expect(next().title).toBe('Elige antes un monedero.')
    await userEvent.click(next())
    expect(screen.getByText(/^Paso 1 de 3/)).toBeTruthy()
    await userEvent.click(caseta)
    await userEvent.click(next())

    expect(await screen.findByRole('heading', { name: 'Elige la parte' })).toBeTruthy()
    await screen.findByText(/Puedes dar hasta el 70/)
    const percentage = screen.getByRole('textbox', { name: 'Parte de este contrato' })
    await userEvent.clear(percentage)
    await userEvent.type(percentage, '70')
    expect(screen.getByRole('region', { name: 'Reparto de Caseta' }).textContent).toMatch(/Este contrato70.%La Torre/)
    await userEvent.click(next())

    expect(screen.getByText(/^Paso 3 de 3/)).toBeTruthy()
    const money = screen.getByText('Saldo que se mueve con ella').nextElementSibling
    expect(money?.textContent).toBe('5,85\u00a0€')
    await userEvent.click(screen.getByRole('button', { name: 'Mover la parte' }))
    expect(await screen.findByRole('heading', { name: 'Moviendo la parte' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull()
    arrive()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      { contractName: '0051366', bateriaOrigenId: '3' },
      { pes_percentatge: 70, bateria_desti: 4 },
    )
  })

  test('returns to the last step with the draft if it fails', async () => {
    await renderBatteries([link], {
      answers: [
        mockCall(moveShare, () => {
          throw new Refused('unexpected', 500)
        }),
      ],
    })
    await choose('Tejado', 'Mover a otro monedero')
    await userEvent.click(await screen.findByRole('radio', { name: /^Caseta/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
    await screen.findByText(/Puedes dar hasta el 70/)
    await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
    await userEvent.click(screen.getByRole('button', { name: 'Mover la parte' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/No hemos podido hacer el cambio/)
    expect(screen.getByText('Parte del contrato').nextElementSibling?.textContent).toBe('25\u00a0%')
  })

  test.each([
    [origin, 'Este monedero no se puede mover'],
    [{ ...link, self_consumption: true }, 'Habla antes con nosotros'],
  ])('shows a warning where it is not possible', async (share, title) => {
    await renderBatteries([share])
    await choose('Tejado', 'Mover a otro monedero')
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Siguiente' })).toBeNull()
  })

  test('links to a message form, or shows phone and e-mail if there is none', async () => {
    const shown = await renderBatteries([{ ...link, self_consumption: true }])
    await choose('Tejado', 'Mover a otro monedero')
    expect((await screen.findByRole('link', { name: 'Contactar' })).getAttribute('href')).toBe('/contact')
    shown.unmount()
    await renderBatteries([{ ...link, self_consumption: true }], { takesLetters: false })
    await choose('Tejado', 'Mover a otro monedero')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('link', { name: '900 000 000' }).getAttribute('href')).toBe('tel:900000000')
    expect(dialog.getByRole('link', { name: 'hola@demo-energia.example' })).toBeTruthy()
    expect(dialog.queryByRole('link', { name: 'Contactar' })).toBeNull()
  })

  test('reports that there is no other battery to move to', async () => {
    await renderBatteries([link, { ...link, id: 9, bateria: { id: 4, name: 'Caseta' } }])
    await choose('Tejado', 'Mover a otro monedero')
    expect(await screen.findByText('No hay otro monedero')).toBeTruthy()
  })
})

test('downloads the selected batteries together', async () => {
  const fetched = vi.fn(async (_address: string) => new Response(null, { status: 500 }))
  vi.stubGlobal('fetch', fetched)
  await renderBatteries([link, locked, ended])
  await userEvent.click(screen.getByRole('button', { name: 'Descargar en Excel' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Patio' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Descargar en Excel' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(fetched.mock.calls[0]![0]).toBe('/api/v1/contracts/virtual_batteries/3%2C4?lang=es')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tejado' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Nave' }))
  expect(dialog.getByRole('button', { name: 'Descargar en Excel' }).title).toBe('Elige al menos un monedero.')
  vi.unstubAllGlobals()
})
