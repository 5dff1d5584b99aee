import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import { refuseFirstSave } from '#kit/backoffice/web/edit-conflict-testing.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { addCaseType, type CaseType, listCaseTypes, saveCaseType } from '../api.ts'
import texts from '../texts/es.json'
import { CaseTypesScreen } from './case-types-screen.tsx'

beforeEach(mockTopLayer)

const type: CaseType = {
  ...{
    kind: 'type',
    code: 'invoice',
    name: 'Factura',
    names: { es: 'Factura' },
    order: 1,
    active: true,
    type_name: null,
  },
  ...{ energies: ['electricity'], case_type: 'complaint', topic: null, version: 'a', for_anyone: null },
}

test('a type is edited, and gets a subtype with its own code', async () => {
  const sent: unknown[] = []
  await renderAt(
    '/operator/case-types?kind=type',
    <ToastProvider>
      <CaseTypesScreen />
    </ToastProvider>,
    {
      messages: { 'desk-case-types': texts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listCaseTypes, () => ({
          items: [type],
          total: 1,
          last_order: 1,
          case_types: ['complaint', 'consultation'],
        })),
        mockCall(saveCaseType, ({ params, body }) => {
          sent.push({ params, body })
          return undefined
        }),
        mockCall(addCaseType, ({ body }) => {
          sent.push(body)
          return { code: 'invoice.twice' }
        }),
      ],
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar Factura' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar Factura' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Para contratos de gas' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Se ofrece a los clientes' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect
    .poll(() => sent)
    .toEqual([
      {
        params: { kind: 'type', code: 'invoice' },
        body: {
          ...{ names: { es: 'Factura' }, order: 1, active: false, energies: ['electricity', 'gas'] },
          ...{ case_type: 'complaint', topic: null, for_anyone: false, version: 'a' },
        },
      },
    ])

  await userEvent.click(await screen.findByRole('button', { name: 'Añadir un subtipo' }))
  const adding = within(await screen.findByRole('dialog', { name: 'Añadir un subtipo' }))
  await userEvent.type(adding.getByRole('textbox', { name: 'Nombre (Castellano)' }), 'Dos veces')
  await userEvent.type(adding.getByRole('textbox', { name: 'Código' }), 'twice')
  await userEvent.click(adding.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent.at(-1)).toMatchObject({ kind: 'subtype', type: 'invoice', code: 'twice' })
})

test('the list follows its address, keeps the query across pages and shows an empty state', async () => {
  const queries: unknown[] = []
  const answers = [
    mockCall(listCaseTypes, ({ query }) => {
      queries.push(query)
      const items = query?.q === 'none' ? [] : [{ ...type, kind: 'subtype' as const, type_name: 'Contrato' }]
      return { items, total: items.length && 26, last_order: 1, case_types: ['complaint'] }
    }),
  ]
  const messages = { 'desk-case-types': texts, 'operator-area': operatorArea }
  await renderAt('/operator/case-types?kind=type&q=factura', <CaseTypesScreen />, { messages, callMocks: answers })
  expect(await screen.findByRole('row', { name: /Factura, de Contrato/ })).toBeTruthy()
  expect(queries).toEqual([{ kind: 'type', q: 'factura', offset: 0, limit: 25 }])
  expect(screen.getByRole('link', { name: 'Siguientes' }).getAttribute('href')).toBe(
    '/operator/case-types?kind=type&q=factura&offset=25',
  )
  cleanup()
  await renderAt('/operator/case-types?q=none', <CaseTypesScreen />, { messages, callMocks: answers })
  expect(await screen.findByText('No se ha encontrado ninguno')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Añadir una categoría' })).toBeTruthy()
})

test('a conflicting edit shows the other operator’s values, keeps the input, and is overwritten by saving again', async () => {
  const current = { ...type, order: 4, version: 'b' }
  const { sent, save } = refuseFirstSave('changed_meanwhile', current, undefined)
  await renderAt(
    '/operator/case-types?kind=type',
    <ToastProvider>
      <CaseTypesScreen />
    </ToastProvider>,
    {
      messages: { 'desk-case-types': texts, 'operator-area': operatorArea },
      callMocks: [
        mockCall(listCaseTypes, () => ({ items: [type], total: 1, last_order: 1, case_types: ['complaint'] })),
        mockCall(saveCaseType, save),
      ],
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar Factura' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar Factura' }))
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Nombre (Castellano)' })
  await userEvent.type(name, ' de luz')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(': 4')
  expect(name.value).toBe('Factura de luz')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toMatchObject([{ version: 'a' }, { names: { es: 'Factura de luz' }, version: 'b' }])
})
