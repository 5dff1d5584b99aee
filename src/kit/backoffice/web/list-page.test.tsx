import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { call } from '../../call.ts'
import { mockCall, renderAt } from '../../web/portal-testing.tsx'
import { listQuery } from '../list-query.ts'
import { listPage } from './list-page.ts'
import { ListPageView } from './list-page-view.tsx'
import { pageQuery } from './page-query.ts'

const listThings = call({
  method: 'GET',
  path: '/operator/things',
  versions: [1],
  access: 'operator',
  roles: 'everyOperator',
  query: z.strictObject({ ...listQuery, show: z.optional(z.enum(['traded', 'off', 'all'])) }),
  reply: z.object({ items: z.array(z.object({ name: z.string() })), total: z.number() }),
  summary: 'Lists things',
})

const thingsQuery = pageQuery(['things'], async () => listThings)

const page = listPage({
  path: '/list',
  texts: 'desk-price-alerts.list',
  query: thingsQuery,
  filters: { show: { label: 'show', values: ['traded', 'off', 'all'], nameOf: (show, t) => t(`shows.${show}`) } },
  columns: [{ header: 'name', cell: ({ name }) => name }],
  rowKey: ({ name }) => name,
  maxMatches: 1_000,
})

const texts = { title: 'Futuros', label: 'Futuros', find: 'Buscar', name: 'Nombre', show: 'Mostrar' }
const shows = { traded: 'Negociados', off: 'Retirados', all: 'Todos' }
const messages = {
  'operator-area': { searchLimit: 'Hasta {count} coincidencias.' },
  'desk-price-alerts': {
    list: { ...texts, shows, caption: 'Futuros', noneTitle: 'Nada', noneText: 'Busca otra cosa.' },
  },
}

type ShowOptions = { total?: number; address?: string; listTexts?: object }

async function show(
  names: string[],
  { total = names.length, address = '/list?q=sol&show=off&kind=gone&offset=25', listTexts }: ShowOptions = {},
) {
  const queries: unknown[] = []
  const list = { ...messages['desk-price-alerts'].list, ...listTexts }
  await renderAt(address, <ListPageView page={page} />, {
    messages: { ...messages, 'desk-price-alerts': { list } },
    callMocks: [
      mockCall(listThings, ({ query }) => {
        queries.push(query)
        return { items: names.map((name) => ({ name })), total }
      }),
    ],
  })
  return queries
}

test('the call gets what the address says, and nothing else', async () => {
  const queries = await show(['Sol'])
  await screen.findByRole('cell', { name: 'Sol' })
  expect(queries).toEqual([{ q: 'sol', show: 'off', offset: 25, limit: 25 }])
})

test('page links preserve the filters and nothing else', async () => {
  await show(['Sol'], { total: 60 })
  const next = await screen.findByRole('link', { name: 'Siguientes' })
  expect(next.getAttribute('href')).toBe('/list?q=sol&show=off&offset=50')
})

test('a list says where its search and its count stop', async () => {
  await show(['Sol'], { total: 10_000 })
  expect((await screen.findByRole('navigation', { name: 'Páginas' })).textContent).toContain('26–50 de 10.000 o más')
  expect(screen.getByText('Hasta 1.000 coincidencias.')).toBeTruthy()
})

test('a list that was counted completely says how many rows it has', async () => {
  await show(['Sol'], { total: 9_999 })
  expect((await screen.findByRole('navigation', { name: 'Páginas' })).textContent).toContain('26–50 de 9.999')
  expect(screen.queryByText(/o más/)).toBeNull()
})

const yet = { noneYetTitle: 'Todavía nada', noneYetText: 'Aparecerán aquí.' }
test.each<[string, object, string, string]>([
  ['/list', yet, 'Todavía nada', 'Aparecerán aquí.'],
  ['/list', {}, 'Nada', 'Busca otra cosa.'],
  ['/list?show=gone', yet, 'Todavía nada', 'Aparecerán aquí.'],
  ['/list?show=off', yet, 'Nada', 'Busca otra cosa.'],
  ['/list?q=sol', yet, 'Nada', 'Busca otra cosa.'],
  ['/list?offset=25', yet, 'Nada', 'Busca otra cosa.'],
])('an empty result of %s says whether there is anything at all', async (address, listTexts, title, text) => {
  await show([], { address, listTexts })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
