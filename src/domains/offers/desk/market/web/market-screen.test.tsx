import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { listDistributors, listRetailers, saveDistributor, saveRetailer } from '../api.ts'
import texts from '../texts/es.json'
import { MarketScreen } from './market-screen.tsx'

beforeEach(mockTopLayer)

const boreal = { id: 4, energy: 'electricity', name: 'Boreal', is_active: true, version: 2 } as const
const grid = {
  ...{ id: 9, code: '0021', name: 'i-DE', website: null, breakdown_phone: '900 171 171' },
  ...{ is_active: false, version: 1 },
}

function show(address: string, answers: NonNullable<Parameters<typeof renderAt>[2]>['callMocks'] = []) {
  return renderAt(
    address,
    <ToastProvider>
      <MarketScreen />
    </ToastProvider>,
    {
      messages: { 'desk-market': texts },
      callMocks: [
        mockCall(listRetailers, () => ({ items: [boreal], total: 1 })),
        mockCall(listDistributors, () => ({ items: [grid], total: 1 })),
        ...answers,
      ],
    },
  )
}

test('a retailer is deactivated; a name that is taken is refused and the input stays', async () => {
  const sent: unknown[] = []
  await show('/operator/market', [
    mockCall(saveRetailer, ({ body }) => {
      sent.push(body)
      throw new Refused('retailer_exists', 409)
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar Boreal' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar Boreal' }))
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Nombre' })
  await userEvent.type(name, ' Luz')
  await userEvent.click(dialog.getByRole('checkbox', { name: /Activa/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Ya hay una comercializadora con este nombre.')).toBeTruthy()
  expect(name.value).toBe('Boreal Luz')
  expect(sent).toEqual([{ name: 'Boreal Luz', is_active: false, version: 2 }])
})

test('distributors show code and phone number, and fields that were not edited stay unchanged', async () => {
  const sent: unknown[] = []
  await show('/operator/market?list=distributors', [
    mockCall(saveDistributor, ({ params, body }) => {
      sent.push(params, body)
      return { version: 2 }
    }),
  ])
  expect(await screen.findByRole('row', { name: /i-DE 0021 900 171 171 — Desactivada/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar i-DE' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('checkbox', { name: /Activa/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  const body = { name: 'i-DE', website: null, breakdown_phone: '900 171 171', is_active: true, version: 1 }
  await expect.poll(() => sent).toEqual([{ id: '9' }, body])
})

test('a conflicting edit shows the other operator’s values per field, keeps the input, and is overwritten by saving again', async () => {
  const sent: unknown[] = []
  await show('/operator/market?list=distributors', [
    mockCall(saveDistributor, ({ body }) => {
      sent.push(body)
      if (sent.length > 1) return { version: 4 }
      const current = { ...grid, website: 'https://i-de.test', is_active: true, version: 3 }
      throw new Refused('changed_meanwhile', 409, { extra: { current } })
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar i-DE' }))
  const dialog = within(await screen.findByRole('dialog'))
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Nombre' })
  await userEvent.type(name, ' Redes')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Página web: https://i-de.test · Activa: ✓')
  expect(name.value).toBe('i-DE Redes')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toMatchObject([{ version: 1 }, { name: 'i-DE Redes', version: 3 }])
})
