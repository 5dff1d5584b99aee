import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ReplyIn } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { type BillForecastReply, readBillForecast } from '../api.ts'
import { noBillReasons } from '../bill-forecast.ts'
import texts from '../texts/es.json'
import { NextBillSection } from './next-bill-section.tsx'

const bill: BillForecastReply = {
  ...{ start_date: '2026-10-01', end_date: '2026-10-31', due_date: '2026-11-20', reason: null },
  so_far: { end_date: '2026-10-18', amount: 41.2, estimated_from: null },
  forecast: { amount: 70, lowest: 64, highest: 77 },
  assumption: {
    ...{ basis: 'hours', market_level: null, gas: null },
    ...{ measured_days: 56, needed_days: 28, year_before_days: 85, level: 1.08, days_to_come: 13 },
    left_out: ['wallet'],
  },
}

type Reply = ReplyIn<typeof readBillForecast>

async function show(reply: Reply | (() => Reply | Promise<Reply>)) {
  await renderAt('/contracts/electricity/0012', <NextBillSection contract={{ id: 7, type: 'electricity' }} />, {
    messages: { 'bill-forecasts': texts },
    callMocks: [
      mockCall(readBillForecast, ({ params }) => {
        expect(params).toEqual({ id: '7' })
        return typeof reply === 'function' ? reply() : reply
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
  await show({ bill: { ...bill, so_far: { end_date: null, amount: 0, estimated_from: null } }, no_bill_reason: null })
  expect(await screen.findByText(/Aún no hay lecturas de estos días/)).toBeTruthy()
})

test('says of hourly prices that use and price of a day go together, and how dear the market is', async () => {
  const market = { ...bill.assumption, basis: 'hours_and_market', market_level: 0.8 } as const
  await show({ bill: { ...bill, assumption: market }, no_bill_reason: null })
  await screen.findByText('70,00 €')
  expect(pageText()).toContain('porque se mueven juntos; el mercado está un 20 % más barato que el año pasado.')
})

const gas: BillForecastReply['assumption'] = {
  ...{ ...bill.assumption, basis: 'readings', level: 1.05, days_to_come: 17, left_out: [] },
  gas: {
    ...{ known_until: '2026-10-14', compared_periods: 3 },
    own_reading: { date: '2026-10-14', volume: 23, factor: 11.4623 },
  },
}

test('says of gas what is estimated, from which readings, and what the band follows from', async () => {
  const so_far = { ...bill.so_far, estimated_from: '2026-10-15' }
  await show({ bill: { ...bill, so_far, assumption: gas }, no_bill_reason: null })
  await screen.findByText('70,00 €')
  expect(pageText()).toContain('Desde el 15/10/2026 nadie ha leído el contador')
  expect(pageText()).toContain('Contamos tu lectura del 14/10/2026: 23 m³ desde la anterior, a 11,46 kWh cada uno')
  expect(pageText()).toContain(
    'Para los 17 días que faltan suponemos lo que consumiste los mismos días del año pasado.',
  )
  expect(pageText()).toContain('contamos un 5 % más')
  expect(pageText()).toContain('3 periodos parecidos')
  expect(pageText()).not.toContain('día de la semana')
})

test.each(['no_year_before', 'readings_too_old'] as const)('says why gas cannot be told yet: %s', async (reason) => {
  const so_far = { end_date: null, amount: 0, estimated_from: null }
  await show({ bill: { ...bill, so_far, forecast: null, reason, assumption: gas }, no_bill_reason: null })
  expect(await screen.findByText(texts.reasons[reason])).toBeTruthy()
  expect(pageText()).not.toContain('17 días que faltan')
})

test.each(noBillReasons)('explains why there is no bill: %s', async (reason) => {
  await show({ bill: null, no_bill_reason: reason })
  expect(await screen.findByText(texts.noBill[reason])).toBeTruthy()
})

test('says that it loads, that it could not be calculated, and loads again on request', async () => {
  // React logs every error that a boundary catches.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => logged.mockRestore())
  let answer: (reply: Reply | Promise<Reply>) => void = () => undefined
  await show(() => new Promise((resolve) => (answer = resolve)))
  const section = within(await screen.findByRole('region', { name: 'Tu próxima factura de luz' }))
  await section.findByText('Cargando')
  answer(Promise.reject(new Refused('unexpected', 500)))
  expect((await section.findByRole('alert')).textContent).toContain(texts.failed.text)
  section.getByRole('heading', { name: texts.failed.title })
  await userEvent.click(section.getByRole('button', { name: 'Volver a intentarlo' }))
  await section.findByText('Cargando')
  answer({ bill, no_bill_reason: null })
  await section.findByText('70,00 €')
  expect(section.queryByRole('alert')).toBeNull()
})
