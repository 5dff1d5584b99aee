import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import approvalTexts from '#backoffice/approvals/texts/es.json'
import { refuseFirstSave } from '#kit/backoffice/web/edit-conflict-testing.ts'
import { Refused } from '#kit/refusal.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import words from '../../../settings/texts/es.json'
import { type ListedSetting, listSettings, saveSetting } from '../api.ts'
import texts from '../texts/es.json'
import { SettingsScreen } from './settings-screen.tsx'

beforeEach(mockTopLayer)

const base = {
  ...{ audience: 'public' as const, hidden: false, changed: false },
  ...{ values: [] as string[], limits: null, unit: null, four_eyes: false, waiting_approval: null },
}
const settings: ListedSetting[] = [
  {
    ...base,
    ...{ path: 'features.signup', group: 'features', kind: 'on_off', version: 0 },
    ...{ value: true, default: true },
  },
  {
    ...base,
    ...{ path: 'invoices.itemsPerPage', group: 'invoices', version: 3 },
    ...{ kind: 'whole_number', limits: [1, 150], unit: 'invoices', value: 100, default: 50 },
  },
  {
    ...base,
    ...{ path: 'maintenance.bypassSecret', group: 'maintenance', version: 1 },
    ...{ kind: 'secret', limits: [16, 128], audience: 'server', hidden: true, value: null, default: null },
  },
]

type Save = Parameters<typeof mockCall<typeof saveSetting>>[1]

function show(address: string, save: Save = () => ({ version: 1 }), items = settings) {
  return renderAt(address, <SettingsScreen />, {
    messages: { 'desk-settings': texts, settings: words, 'desk-approvals': approvalTexts },
    callMocks: [mockCall(listSettings, () => ({ items })), mockCall(saveSetting, save)],
  })
}

const change = async (name: string) => userEvent.click(await screen.findByRole('button', { name: `Cambiar ${name}` }))

test('settings are shown in their groups with purpose and accepted values', async () => {
  await show('/operator/settings')
  const table = await screen.findByRole('table', { name: 'Ajustes del grupo Facturas' })
  expect(
    within(table).getByRole('row', {
      name: /Facturas por página invoices.itemsPerPage Facturas por página .* Admite: un número entero de facturas, de 1 a 150 100 50/,
    }),
  ).toBeTruthy()
  expect(screen.getAllByRole('table')).toHaveLength(3)
})

test.each([
  ['/operator/settings?q=pagina+facturas', ['Ajustes del grupo Facturas']],
  ['/operator/settings?q=clave+entrar', ['Ajustes del grupo Mantenimiento']],
  ['/operator/settings?q=bypasssecret', ['Ajustes del grupo Mantenimiento']],
  ['/operator/settings?group=features', ['Ajustes del grupo Qué ofrece el portal']],
])('%s finds a setting by its texts or path', async (address, names) => {
  await show(address)
  const tables = await screen.findAllByRole('table')
  expect(tables.map((table) => table.querySelector('caption')?.textContent)).toEqual(names)
})

test('a number is saved as a number with the version that was loaded', async () => {
  const sent: unknown[] = []
  await show('/operator/settings', ({ params, body }) => {
    sent.push(params, body)
    return { version: 4 }
  })
  await change('Facturas por página')
  const hint = 'Admite: un número entero de facturas, de 1 a 150'
  const field = await screen.findByRole('textbox', { name: 'Valor', description: hint })
  await userEvent.clear(field)
  await userEvent.type(field, '25')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toEqual([{ path: 'invoices.itemsPerPage' }, { value: 25, version: 3 }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('an invalid value keeps the input and shows the reason beside the field', async () => {
  await show('/operator/settings', () => {
    throw new Refused('invalid', 400, { fields: { value: ['Escribe un número entero dentro de los límites.'] } })
  })
  await change('Facturas por página')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Valor' })
  await userEvent.clear(field)
  await userEvent.type(field, 'muchas')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Escribe un número entero dentro de los límites.')).toBeTruthy()
  expect(field.value).toBe('muchas')
})

test('a secret is entered anew', async () => {
  await show('/operator/settings?group=maintenance')
  expect(await screen.findAllByText('No se muestra')).toBeTruthy()
  await change('Clave para entrar en mantenimiento')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Valor' })).value).toBe('')
})

test('a money-related setting announces the approval and offers no second change while one is pending', async () => {
  const money: ListedSetting = {
    ...{ ...base, path: 'organization.sepaSuffix', group: 'organization', kind: 'sepa_suffix', version: 1 },
    ...{ value: '000', default: '000', four_eyes: true },
  }
  const waiting_approval = { id: 'a1', requested_by: 'Marta Soler', expires_at: '2026-11-27T10:00:00Z' }
  const waiting = { ...money, path: 'organization.nif', kind: 'line' as const, waiting_approval }
  await show('/operator/settings', undefined, [money, waiting])
  expect(await screen.findByText('Espera aprobación')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver la solicitud' }).getAttribute('href')).toBe('/operator/approvals/a1')
  expect(screen.queryByRole('button', { name: 'Cambiar NIF de la comercializadora' })).toBeNull()
  await change('Sufijo de acreedor SEPA')
  expect(await screen.findByText('El cambio se aplica cuando otro operador lo aprueba.')).toBeTruthy()
})

test('a conflicting edit shows the other operator’s values, keeps the input, and is overwritten by saving again', async () => {
  const current = { ...settings[1], value: 75, version: 4 }
  const { sent, save } = refuseFirstSave('setting_changed', current, { version: 5 })
  await show('/operator/settings', save)
  await change('Facturas por página')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Valor' })
  await userEvent.clear(field)
  await userEvent.type(field, '25')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect((await screen.findByRole('alert')).textContent).toContain('75')
  expect(field.value).toBe('25')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await expect
    .poll(() => sent)
    .toEqual([
      { value: 25, version: 3 },
      { value: 25, version: 4 },
    ])
})
