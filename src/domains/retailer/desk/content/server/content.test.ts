import { afterAll, describe, expect, test } from 'vitest'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { listHtmlOfGroup, listHtmlOfPage, readBanner } from '../../../api.ts'
import {
  addContent,
  type Content,
  type ContentKind,
  listContent,
  listVersions,
  previewHtml,
  removeContent,
  saveContent,
} from '../api.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const block = {
  ...{ kind: 'block', name: 'Welcome', place: 'Login', locale: null, page_id: null },
  ...{ html: '<p>Hi</p>', width: null, height: '120px', priority: 1 },
} as const satisfies Content

const { portal, operator, operatorId, customer } = await deskPortal()

afterAll(() => portal.close())

const add = async (content: Content) => (await operator.send(addContent, { body: content })).key
const found = async (kind: ContentKind, key: string) => {
  const { items } = await operator.send(listContent, { query: { kind, limit: 100 } as never })
  return items.find((item) => item.key === key)
}
const save = (kind: ContentKind, key: string, content: Content, version: number) =>
  operator.sendRaw(saveContent, { params: { kind, key }, body: { content, version } })
const actionsOn = async (subject: string) => {
  const entries = portal.context.db.selectFrom('audit_entry').where('subject', '=', subject)
  const rows = await entries.select(['action', 'actor_user_id']).orderBy('audit_entry_id').execute()
  expect(rows.every(({ actor_user_id: actor }) => actor === operatorId)).toBe(true)
  return rows.map(({ action }) => action)
}

test('a block is sanitised, updated, shown to customers, restored and deleted', async () => {
  const key = await add({ ...block, html: '<p onclick="x()">One</p><script>alert(1)</script>' })
  expect(await found('block', key)).toMatchObject({
    title: 'Welcome',
    version: 0,
    content: { kind: 'block', place: 'Login', locale: null, html: '<p>One</p>', height: '120px' },
  })
  const saved = (await save('block', key, { ...block, html: '<p>Two</p>' }, 0)).json()
  const shown = await portal.anonymous.send(listHtmlOfGroup, { query: { group_name: 'Login' } })
  expect(shown.map(({ html_block: html }) => html)).toEqual(['<p>Two</p>'])
  const params = { kind: 'block', key }
  const { items } = await operator.send(listVersions, { params })
  expect(items).toMatchObject([{ content: { html: '<p>One</p>' }, replaced_by: 'Jordi Ferrer' }])

  const stale = await save('block', key, { ...block, html: '<p>Three</p>' }, 0)
  expect([stale.statusCode, stale.json().message]).toEqual([409, 'content_changed'])
  const staleRemoval = await operator.sendRaw(removeContent, { params, body: { version: 0 } })
  expect(staleRemoval.json().message).toBe('content_changed')
  expect((await operator.sendRaw(removeContent, { params, body: saved })).statusCode).toBe(204)
  expect((await operator.sendRaw(removeContent, { params, body: saved })).statusCode).toBe(404)
  expect(await actionsOn(`block:${key}`)).toEqual(['content_added', 'content_changed', 'content_removed'])
})

test('a block in one language is shown in that language only', async () => {
  await add({ ...block, place: 'Signup', locale: 'ca', html: '<p>Hola, bon dia</p>' })
  const read = async (lang: string) =>
    (await portal.anonymous.sendRaw(listHtmlOfGroup, { query: { group_name: 'Signup', lang } as never })).json()
  expect([(await read('ca')).length, (await read('es')).length]).toEqual([1, 0])
})

test('a legal text is stored under the name that its page reads', async () => {
  const key = await add({ ...block, place: 'Privacy', locale: 'ca' })
  expect(await portal.anonymous.send(listHtmlOfGroup, { query: { group_name: 'Privacy-ca' } })).toHaveLength(1)
  expect((await found('block', key))?.content).toMatchObject({ place: 'Privacy', locale: 'ca' })
})

test('a page can have blocks and cannot be deleted while it has', async () => {
  const page = {
    kind: 'page',
    route_path: 'solar',
    button_title: 'Solar',
    button_description: 'Panels',
  } as const satisfies Content
  const key = await add(page)
  const blockKey = await add({ ...block, place: 'Page', page_id: Number(key) })
  expect(await customer.send(listHtmlOfPage, { params: { pageId: key } })).toHaveLength(1)
  const params = { kind: 'page', key }
  const refused = await operator.sendRaw(removeContent, { params, body: { version: 0 } })
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'page_has_blocks'])
  await operator.send(removeContent, { params: { kind: 'block', key: blockKey }, body: { version: 0 } })
  const { version } = (await save('page', key, { ...page, button_title: 'Sun' }, 0)).json()
  expect((await found('page', key))?.content).toMatchObject({ button_title: 'Sun' })
  expect((await operator.sendRaw(removeContent, { params, body: { version } })).statusCode).toBe(204)
})

test('a banner is HTML or an image and has a unique code', async () => {
  const banner = { kind: 'banner', code: 'home', html: null, image: dot } as const satisfies Content
  const key = await add(banner)
  expect(await portal.anonymous.send(readBanner, { params: { code: key } })).toEqual({ banner: dot })
  const taken = await operator.sendRaw(addContent, { body: banner })
  expect([taken.statusCode, taken.json().message]).toEqual([409, 'code_taken'])
  await save('banner', key, { ...banner, html: '<p>Sale</p><iframe></iframe>', image: null }, 0)
  expect(await portal.anonymous.send(readBanner, { params: { code: key } })).toEqual({ banner: '<p>Sale</p>' })
})

test('pages and banners store only the translations that were filled in', async () => {
  const translations = { ca: { html: '<p>Rebaixes</p><script>x()</script>' }, gl: { html: ' ' } }
  const key = await add({ kind: 'banner', code: 'sale', html: '<p>Rebajas</p>', image: null, translations })
  expect((await found('banner', key))?.content).toMatchObject({ translations: { ca: { html: '<p>Rebaixes</p>' } } })
  expect((await found('banner', key))?.content.translations).not.toHaveProperty('gl')
  const pageKey = await add({
    ...{ kind: 'page', route_path: 'sol', button_title: 'Sol', button_description: 'Placas' },
    translations: { ca: { button_title: 'El sol', button_description: '' } },
  })
  expect((await found('page', pageKey))?.content).toMatchObject({
    translations: { ca: { button_title: 'El sol', button_description: '' } },
  })
})

describe('refuses with a field error', () => {
  test.each<[string, Content, string]>([
    ['a legal text without a language', { ...block, place: 'Privacy' }, 'locale'],
    ['a block of an unknown page', { ...block, place: 'Page', page_id: 999_999 }, 'page_id'],
    ['a block with a page id out of range', { ...block, place: 'Page', page_id: 2 ** 40 }, 'page_id'],
    ['an empty block', { ...block, html: '  ' }, 'html'],
    ['a banner with both HTML and an image', { kind: 'banner', code: 'b', html: '<p>a</p>', image: dot }, 'html'],
    ['a banner with neither HTML nor an image', { kind: 'banner', code: 'b', html: null, image: null }, 'html'],
    ['an invalid image', { kind: 'banner', code: 'b', html: null, image: 'PHN2Zz4=' }, 'image'],
    [
      'a path with invalid characters',
      { kind: 'page', route_path: '../x', button_title: 'a', button_description: 'b' },
      'route_path',
    ],
  ])('%s', async (_, body, field) => {
    const refused = await operator.sendRaw(addContent, { body })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })

  test('content of a different kind', async () => {
    const key = await add(block)
    const other = { kind: 'banner', code: 'other', html: '<p>a</p>', image: null } as const
    expect((await save('block', key, other, 0)).json().errors).toHaveProperty('kind')
  })
})

test.each([
  ['block', '0'],
  ['page', 'x'],
  ['banner', 'none'],
  ['poem', '1'],
])('returns 404 for %s %s', async (kind, key) => {
  const params = { kind, key }
  expect((await operator.sendRaw(listVersions, { params })).statusCode).toBe(404)
  expect((await operator.sendRaw(removeContent, { params, body: { version: 0 } })).statusCode).toBe(404)
})

test('previews HTML as it would be shown', async () => {
  const { html } = await operator.send(previewHtml, { body: { html: '<h1>A</h1><script>x</script>' } })
  expect(html).toBe('<h2>A</h2>')
})

test('finds content by title, page by page', async () => {
  for (let number = 0; number < 3; number++) await add({ ...block, name: `Zoo ${number}` })
  const query = { kind: 'block', q: 'zOO', limit: 2, offset: 2 } as never
  const page = await operator.send(listContent, { query })
  expect([page.total, page.items.map(({ title }) => title)]).toEqual([3, ['Zoo 2']])
})

test('customers have no access', async () => {
  const params = { kind: 'block', key: '1' }
  const replies = [
    customer.sendRaw(listContent, { query: { kind: 'block' } }),
    customer.sendRaw(addContent, { body: block }),
    customer.sendRaw(saveContent, { params, body: { content: block, version: 0 } }),
    customer.sendRaw(removeContent, { params, body: { version: 0 } }),
    customer.sendRaw(listVersions, { params }),
    customer.sendRaw(previewHtml, { body: { html: '' } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 401])
})
