import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { wireInvoice, wireMultipointInvoice } from './invoice-testing.ts'
import { hidden, press, show, table } from './invoices-screen-testing.tsx'

mockTopLayer()
beforeEach(() => localStorage.clear())

describe('documents', () => {
  const menuName = 'Acciones de FE26/157374'

  test.each([
    [
      ['signed_pdf', 'curve', 'signed_xml'],
      ['PDF firmado', 'Consumo por horas'],
    ],
    [['curve'], ['Consumo por horas']],
    [[], []],
  ] as const)('enabled by the settings %j are in the overflow menu, if they exist', async (downloadTypes, offered) => {
    await show('/invoices', { held: { electricity: [wireInvoice()] }, settings: { downloadTypes: [...downloadTypes] } })
    expect(await screen.findByRole('link', { name: 'Descargar la factura FE26/157374 en PDF' })).toBeDefined()
    for (const menu of screen.queryAllByRole('button', { name: menuName })) await userEvent.click(menu)
    const links = within(await table())
      .queryAllByRole('link', hidden)
      .map(({ textContent }) => textContent)
    expect(links.filter((text) => text && text !== 'FE26/157374')).toEqual(offered)
  })

  test('of a multipoint invoice are in the overflow menu', async () => {
    const held = { multipoint: [wireMultipointInvoice()] }
    await show('/invoices?contractType=multipoint', { held })
    const link = await screen.findByRole('link', { name: 'Descargar la factura FM26/7 en PDF' })
    expect(link.getAttribute('href')).toMatch(/^\/api\/v2\/invoices_multipoint\/9\/pdf\//)
  })

  test.each([
    [true, '_blank'],
    [false, null],
  ])('open in a new tab according to the setting: %s', async (downloadInNewTab, target) => {
    await show('/invoices', { held: { electricity: [wireInvoice()] }, settings: { downloadInNewTab } })
    const link = await screen.findByRole('link', { name: /en PDF$/ })
    expect(link.getAttribute('target')).toBe(target)
  })

  test('are listed with the history of the invoice, newest first', async () => {
    const history = [
      { change_date: '2026-10-06', pending_state: { ov_description: 'Emitida' } },
      { change_date: '2026-10-27', pending_state: { ov_description: 'Te hemos avisado' } },
    ]
    await show('/invoices', { held: { electricity: [wireInvoice({ pending_state_history: history })] } })
    await press(menuName)
    await userEvent.click(screen.getByRole('button', { name: 'Ver el historial', ...hidden }))
    const dialog = await screen.findByRole('dialog', { name: 'Historial' })
    expect(dialog.textContent).toContain('Factura FE26/157374')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['27/10/2026Te hemos avisado', '06/10/2026Emitida'])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
