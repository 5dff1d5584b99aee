import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type LinkedAlert, readLinkedAlert } from '../api.ts'
import texts from '../texts/es.json'
import { AlertsScreen } from './alerts-screen.tsx'

const { off } = texts

async function show(alert: LinkedAlert | null) {
  await renderAt('/alerts?link=abc', <AlertsScreen />, {
    boot: { signedIn: null },
    messages: { 'consumption-alerts': texts },
    callMocks: [
      mockCall(readLinkedAlert, () => {
        if (!alert) throw new Refused('not_found', 404)
        return alert
      }),
    ],
  })
}

const standby: LinkedAlert = { kind: 'standby', contract_id: 7, contract: '0007', is_on: true }

test('names the alert and turns it off by a form that needs no script', async () => {
  await show(standby)
  await screen.findByRole('heading', { level: 1, name: 'Apagar el aviso «Consumo de noche»' })
  const button = screen.getByRole('button', { name: off.act }) as HTMLButtonElement
  expect([button.type, button.form?.method]).toEqual(['submit', 'post'])
})

test('says that it is off', async () => {
  await show({ ...standby, is_on: false })
  await screen.findByText(off.done.title)
  expect(screen.queryByRole('button', { name: off.act })).toBeNull()
})

test('leads to all alerts when the link is no longer valid', async () => {
  await show(null)
  await screen.findByText(off.over.title)
  expect(screen.getByRole('link', { name: off.over.open })).toBeDefined()
})

test('a visitor without a link is led to sign in', async () => {
  await renderAt('/alerts', <AlertsScreen />, {
    boot: { signedIn: null },
    messages: { 'consumption-alerts': texts },
    callMocks: [],
  })
  const enter = await screen.findByRole('link', { name: texts.enter })
  expect(enter.getAttribute('href')).toContain('redirectPath=/alerts')
})
