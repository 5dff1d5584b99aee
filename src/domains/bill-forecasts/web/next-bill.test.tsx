import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReplyIn } from '#kit/call.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type BillForecastReply, readBillForecast } from '../api.ts'
import { noBillReasons } from '../bill-forecast.ts'
import texts from '../texts/es.json'
import { NextBill } from './next-bill.tsx'

const bill: BillForecastReply = {
  ...{ start_date: '2026-10-01', end_date: '2026-10-31', due_date: '2026-11-20', reason: null },
  so_far: { end_date: '2026-10-18', amount: 41.2 },
  forecast: { amount: 70, lowest: 64, highest: 77 },
  assumption: {
    ...{ measured_days: 56, needed_days: 28, year_before_days: 85, level: 1.08, days_to_come: 13 },
    left_out: ['wallet'],
  },
}

async function show(reply: ReplyIn<typeof readBillForecast>) {
  await renderAt('/contracts/electricity/0012', <NextBill contractId={7} />, {
    messages: { 'bill-forecasts': texts },
    callMocks: [
      mockCall(readBillForecast, ({ params }) => {
        expect(params).toEqual({ id: '7' })
        return reply
      }),
    ],
  })
}

const pageText = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''

test('says what the bill comes to, where it will end, and what that assumes', async () => {
  await show({ bill, no_bill_reason: null })
  await screen.findByText('70,00 €')
  expect(pageText()).toContain(
    'Llevas 41,20 € del 01/10/2026 al 18/10/2026. Vas camino de 70,00 €, entre 64,00 € y 77,00 €.',
  )
  expect(pageText()).toContain('Faltan 13 días por medir. Suponemos que serán como los 56 días medidos')
  expect(pageText()).toContain('Este año consumes un 8 % más')
  expect(pageText()).toContain(texts.leftOut.wallet)
})

test('says how many measured days a forecast needs', async () => {
  const assumption = { ...bill.assumption, measured_days: 10, level: null, left_out: [] }
  await show({ bill: { ...bill, forecast: null, reason: 'too_few_days', assumption }, no_bill_reason: null })
  await screen.findByText('41,20 €')
  expect(pageText()).toContain('necesitamos 28 días medidos. De momento hay 10.')
  expect(pageText()).not.toContain('Vas camino')
})

test('says that no day of the bill is measured yet', async () => {
  await show({ bill: { ...bill, so_far: { end_date: null, amount: 0 } }, no_bill_reason: null })
  expect(await screen.findByText(/Aún no hay lecturas de estos días/)).toBeTruthy()
})

test.each(noBillReasons)('explains why there is no bill: %s', async (reason) => {
  await show({ bill: null, no_bill_reason: reason })
  expect(await screen.findByText(texts.noBill[reason])).toBeTruthy()
})
