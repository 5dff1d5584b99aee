import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ReplyIn } from '#kit/call.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { readCompleteness } from '../../api.ts'
import texts from '../../texts/es.json'
import { Completeness } from './completeness.tsx'

type Reply = ReplyIn<typeof readCompleteness>

const october = {
  ...{ month: '2026-10-01', hours: 745, billed: 700, measured: 20, provisional: 0, estimated: 1, missing: 24 },
}
const november = {
  ...{ month: '2026-11-01', hours: 456, billed: 0, measured: 0, provisional: 456, estimated: 0, missing: 0 },
}
const correction = { day: '2026-10-03', corrected_on: '2026-11-12', before: 8.1, after: 9.4 }

async function show(reply: Partial<Reply>) {
  const range = { start: '2026-10-01', end: '2026-11-30' }
  await renderAt('/contract', <Completeness contractId={7} range={range} />, {
    messages: { consumption: texts },
    callMocks: [
      mockCall(readCompleteness, ({ params, query }) => {
        expect([params, query]).toEqual([{ contractId: '7' }, range])
        return { ...range, months: [october], corrections: [], corrected_days: 0, ...reply }
      }),
    ],
  })
}

test('says of how many hours there are data, and of what kind', async () => {
  await show({})
  expect(
    await screen.findByText(
      'Tenemos datos de 721 de 745 horas: 700 ya facturadas por la distribuidora, 20 medidas y 1 estimada.',
    ),
  ).toBeTruthy()
  expect(screen.queryByText(texts.completeness.months)).toBeNull()
})

test.each([
  ['that all are there', november, 'Tenemos datos de todas las horas (456): 456 provisionales.'],
  [
    'that none is',
    { ...november, provisional: 0, missing: 456 },
    'Todavía no tenemos datos de ninguna de las 456 horas.',
  ],
])('says %s', async (_, month, sentence) => {
  await show({ months: [month] })
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('tells the months apart, with the states that occur', async () => {
  await show({ months: [october, november] })
  await userEvent.click(await screen.findByText(texts.completeness.months))
  const table = within(screen.getByRole('table', { name: texts.completeness.caption }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Mes', 'Horas', 'Medido', 'Provisional', 'Estimado', 'Facturado por la distribuidora', 'Sin dato'],
  ])
  expect(table.getByRole('row', { name: /octubre de 2026 745 20 0 1 700 24/ })).toBeTruthy()
})

test('says which days the distributor corrected, the last three first', async () => {
  const days = ['2026-10-03', '2026-10-04', '2026-10-05', '2026-10-06'].map((day) => ({ ...correction, day }))
  await show({ corrections: days, corrected_days: 4 })
  expect((await screen.findByText(/corrigió el 03\/10\/2026/)).textContent?.replaceAll('\u00a0', ' ')).toBe(
    'El 12/11/2026 la distribuidora corrigió el 03/10/2026: de 8,10 kWh a 9,40 kWh.',
  )
  expect(screen.getByText('Ver más correcciones (1)')).toBeTruthy()
})
