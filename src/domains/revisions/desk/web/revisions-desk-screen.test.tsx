import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import operatorArea from '#app/operator/texts/es.json'
import app from '#app/texts/es.json'
import { listSavedFilters } from '#domains/operators/desk/saved-filters/api.ts'
import savedFilterTexts from '#domains/operators/desk/saved-filters/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import {
  actOnRevisions,
  type DeskRevision,
  listAllRevisions,
  listNotices,
  readDeskRevision,
  readRevisionChoices,
  recordPosting,
  startRevisionCall,
} from '../api.ts'
import texts from '../texts/es.json'
import { RevisionDeskScreen } from './revision-desk-screen.tsx'
import { RevisionsDeskScreen } from './revisions-desk-screen.tsx'

const id = '3f1c2d4e-0000-4000-8000-000000000001'
const other = '3f1c2d4e-0000-4000-8000-000000000002'
const revision: DeskRevision = {
  ...{ id, kind: 'prices', product: 'Tarifa Sol', tariff: '2.0TD', applies_on: '2027-01-15', notify_by: '2026-12-15' },
  ...{ state: 'sending', started_at: '2026-11-28T10:00:00Z', contracts: 12, notified: 5 },
  assignee: null,
}
beforeAll(mockTopLayer)

const messages = { 'desk-revisions': texts, 'desk-saved-filters': savedFilterTexts, 'operator-area': operatorArea, app }
const product = { id: 3, name: 'Tarifa Sol', energy: 'electricity', tariff: '2.0TD', contracts: 12 } as const

async function showList(
  items: DeskRevision[],
  start: (sent: { body: unknown }) => void = () => {},
  address = '/operator/revisions',
) {
  const queries: unknown[] = []
  const acts: unknown[] = []
  await renderAt(
    address,
    <ToastProvider>
      <RevisionsDeskScreen />
    </ToastProvider>,
    {
      messages,
      callMocks: [
        mockCall(listSavedFilters, () => ({ items: [{ id: 'f', name: 'Por enviar', query: 'progress=to_post' }] })),
        mockCall(listAllRevisions, ({ query }) => {
          queries.push(query)
          return { items, total: items.length }
        }),
        mockCall(actOnRevisions, ({ body }) => {
          acts.push(body)
          return { changed: 1 }
        }),
        mockCall(readRevisionChoices, () => ({
          products: [{ ...product, planned: ['2027-01-15'] }],
          today: '2026-11-28',
          operators: [
            { id: 4, name: 'Jordi Ferrer' },
            { id: 9, name: 'Nora Puig' },
          ],
        })),
        mockCall(startRevisionCall, (sent) => {
          start(sent)
          return { id, notices: 12, notify_by: '2026-12-15' }
        }),
      ],
    },
  )
  await screen.findByRole('heading', { level: 1, name: texts.title })
  return { queries, acts }
}

test('the list asks for what its address says, and keeps filters under a name', async () => {
  const { queries } = await showList([revision], undefined, '/operator/revisions?kind=renewal&progress=not_sent')
  expect(queries[0]).toMatchObject({ kind: 'renewal', progress: 'not_sent' })
  const saved = await screen.findByRole('link', { name: 'Por enviar' })
  expect(saved.getAttribute('href')).toBe('/operator/revisions?progress=to_post')
})

test('a revision shows from when it applies, until when it is told, and how many know', async () => {
  await showList([revision])
  const row = await screen.findByRole('row', { name: /Tarifa Sol · 2.0TD/ })
  for (const text of ['15/01/2027', '15/12/2026', '5 de 12', 'Enviando'])
    expect(within(row).getAllByText(text)).toBeTruthy()
})

test('a revision is taken over by its key, and several by their checkboxes', async () => {
  const { acts } = await showList([revision, { ...revision, id: other, product: 'Tarifa Lluna' }])
  const box = await screen.findByRole('checkbox', { name: 'Marcar la revisión Tarifa Sol · 2.0TD' })
  box.focus()
  await userEvent.keyboard('a')
  await vi.waitFor(() => expect(acts).toEqual([{ act: 'take', ids: [id] }]))
  await userEvent.keyboard(' {ArrowDown} ')
  await userEvent.click(await screen.findByRole('button', { name: texts.acts.stop }))
  await vi.waitFor(() => expect(acts[1]).toEqual({ act: 'stop', ids: [id, other] }))
})

test('are filtered by a colleague without a field for a search', async () => {
  const { queries } = await showList([revision])
  expect(screen.queryByRole('searchbox')).toBeNull()
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Asignada a' }), 'Nora Puig')
  await userEvent.click(screen.getByRole('button', { name: texts.find }))
  await vi.waitFor(() => expect(queries.at(-1)).toMatchObject({ assignee: '9' }))
})

test('the whole page is assigned to a colleague', async () => {
  const { acts } = await showList([revision, { ...revision, id: other, product: 'Tarifa Lluna' }])
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar la página' }))
  await userEvent.selectOptions(await screen.findByLabelText(texts.colleague), 'Nora Puig')
  await userEvent.click(screen.getByRole('button', { name: texts.acts.assign }))
  await vi.waitFor(() => expect(acts).toEqual([{ act: 'assign', ids: [id, other], operator_id: 9 }]))
})

test('without revisions the page says where they begin', async () => {
  await showList([])
  expect(await screen.findByText(texts.noneYetTitle)).toBeTruthy()
})

test('a revision starts with the day of the planned prices and its explanation', async () => {
  const start = vi.fn()
  await showList([], start)
  await userEvent.click(screen.getByRole('button', { name: texts.start.open }))
  await userEvent.type(
    await screen.findByLabelText(/para el cliente \(/i, { selector: '[lang=es]' }),
    'Sube el mercado.',
  )
  await userEvent.click(screen.getByRole('button', { name: texts.start.submit }))
  expect((await screen.findAllByText('12 avisos en camino')).length).toBeGreaterThan(0)
  expect(start.mock.calls[0]![0].body).toMatchObject({
    ...{ kind: 'prices', product_id: 3, tariff: '2.0TD', applies_on: '2027-01-15' },
    explanation: { es: 'Sube el mercado.' },
  })
})

test('a revision that would be told too late stays in the form with the reason', async () => {
  await showList([], () => {
    throw new Refused('notice_too_late', 409)
  })
  await userEvent.click(screen.getByRole('button', { name: texts.start.open }))
  await userEvent.click(await screen.findByRole('button', { name: texts.start.submit }))
  expect(await screen.findByText(texts.refusals.notice_too_late)).toBeTruthy()
})

test('the notices of a revision show the proof of their delivery, and letters are recorded as posted', async () => {
  const post = vi.fn()
  await renderAt(
    `/operator/revisions/${id}`,
    <ToastProvider>
      <RevisionDeskScreen />
    </ToastProvider>,
    {
      path: '/operator/revisions/$id',
      messages,
      callMocks: [
        mockCall(readDeskRevision, () => ({
          ...{ ...revision, explanation: { es: 'Sube el mercado.' }, left: 1 },
          counts: { delivered: 5, to_post: 2 },
        })),
        mockCall(listNotices, () => ({
          items: [
            {
              ...{ id, contract: '0054210', holder: 'Anna Vidal', state: 'delivered' as const, left_at: null },
              ...{ delivered_at: '2026-11-28T11:00:00Z', delivered_to: ['anna@example.test'], posting_reference: null },
              late_reason: null,
            },
          ],
          total: 1,
        })),
        mockCall(recordPosting, (sent) => {
          post(sent.body)
          return { posted: 2 }
        }),
      ],
    },
  )
  const row = await screen.findByRole('row', { name: /0054210/ })
  expect(within(row).getByText('anna@example.test')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(texts.one.reference), 'CD123')
  await userEvent.click(screen.getByRole('button', { name: texts.one.save }))
  expect(await screen.findAllByText('2 cartas enviadas')).toBeTruthy()
  expect(post).toHaveBeenCalledWith({ reference: 'CD123' })
})
