import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { refuseFirstSave } from '#kit/backoffice/web/edit-conflict-testing.ts'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import {
  type CampaignDetails,
  type CouponCode,
  issueCodes,
  listCodes,
  readCampaign,
  saveCampaign,
  switchCampaign,
  switchCode,
} from '../api.ts'
import texts from '../texts/es.json'
import { CampaignScreen } from './campaign-screen.tsx'

beforeEach(mockTopLayer)

const campaign: CampaignDetails = {
  ...{ id: 3, name: 'Vecinos', state: 'running', public_code: null, product: { id: 7, name: 'Clara' } },
  ...{ from_day: '2026-01-01', to_day: null, issued: 2, redeemed: 1, most_redemptions: 5, url: null, version: 4 },
  ...{ names: { es: 'Vecinos' }, descriptions: { es: 'Regálalo' }, today: '2026-11-20' },
}
const open: CouponCode = {
  ...{ id: 11, code: 'AAAA-BBBB-CCCC', is_public: false, state: 'open', issued_at: '2026-11-01T10:00:00Z' },
  ...{ expires_on: '2026-12-31', customer: null, redeemed_at: null, lead_id: null },
}
const used: CouponCode = {
  ...open,
  id: 10,
  code: 'DDDD-EEEE',
  state: 'redeemed',
  redeemed_at: open.issued_at,
  lead_id: 90,
}

function show(answers: NonNullable<Parameters<typeof renderAt>[2]>['callMocks'] = [], shown = campaign) {
  return renderAt(
    '/operator/campaigns/3',
    <ToastProvider>
      <CampaignScreen />
    </ToastProvider>,
    {
      path: '/operator/campaigns/$id',
      messages: { 'desk-coupons': texts },
      callMocks: [
        mockCall(readCampaign, () => shown),
        mockCall(listCodes, () => ({ items: [open, used], total: 2 })),
        ...answers,
      ],
    },
  )
}

test('a redeemed code links to its lead and cannot be deactivated; an open one can', async () => {
  const sent: unknown[] = []
  await show([
    mockCall(switchCode, ({ params, body }) => {
      sent.push(params, body)
      return undefined
    }),
  ])
  expect((await screen.findByRole('link', { name: 'Lead 90' })).getAttribute('href')).toBe('/operator/leads/90')
  expect(screen.queryByRole('button', { name: 'Desactivar el código DDDD-EEEE' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Desactivar el código AAAA-BBBB-CCCC' }))
  await expect.poll(() => sent).toEqual([{ id: '11' }, { active: false }])
})

test('generates the requested number of codes and keeps the input when refused', async () => {
  const sent: unknown[] = []
  await show([
    mockCall(issueCodes, ({ body }) => {
      sent.push(body)
      throw new Refused('invalid', 400, { fields: { count: ['Pon un número entero, 1 o más.'] } })
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Crear códigos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Crear códigos' }))
  const count = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Cuántos' })
  await userEvent.clear(count)
  await userEvent.type(count, '0')
  await userEvent.click(dialog.getByRole('button', { name: 'Crear' }))
  expect(await dialog.findByText('Pon un número entero, 1 o más.')).toBeTruthy()
  expect([count.value, sent]).toEqual(['0', [{ count: 0, expires_on: null }]])
})

test('a campaign is deactivated after confirmation and then generates no codes', async () => {
  const sent: unknown[] = []
  await show([
    mockCall(switchCampaign, ({ body }) => {
      sent.push(body)
      return { version: 5 }
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Desactivar' }))
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Sí, desactivar' }))
  await expect.poll(() => sent).toEqual([{ active: false, version: 4 }])
})

test('a deactivated campaign can only be activated', async () => {
  await show([], { ...campaign, state: 'off' })
  expect(await screen.findByRole('button', { name: 'Activar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Crear códigos' })).toBeNull()
})

test('a conflicting edit shows the other operator’s values, keeps the input, and is overwritten by saving again', async () => {
  const current = { ...campaign, public_code: 'VECINOS26', version: 5 }
  const { sent, save } = refuseFirstSave('campaign_changed', current, { version: 6 })
  await show([mockCall(saveCampaign, save)])
  await userEvent.click(await screen.findByRole('button', { name: 'Editar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Vecinos' }))
  const url = dialog.getByRole<HTMLInputElement>('textbox', { name: /Página con las condiciones/ })
  await userEvent.type(url, 'https://llum.example/vecinos')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Código para todos: VECINOS26')
  expect(url.value).toBe('https://llum.example/vecinos')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toMatchObject([{ version: 4 }, { url: url.value, version: 5 }])
})
