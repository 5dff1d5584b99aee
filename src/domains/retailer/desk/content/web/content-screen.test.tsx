import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { refuseFirstSave } from '#kit/backoffice/web/edit-conflict-testing.ts'
import { Refused } from '#kit/refusal.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { type ListedContent, listContent, listVersions, previewHtml, saveContent } from '../api.ts'
import texts from '../texts/es.json'
import { ContentScreen } from './content-screen.tsx'

beforeEach(mockTopLayer)

const content = {
  ...{ kind: 'block', name: 'Bienvenida', place: 'Login', locale: 'ca', page_id: null },
  ...{ html: '<p>Hola</p>', width: null, height: null, priority: 0 },
}
const welcome: ListedContent = { key: '7', title: 'Bienvenida', content, version: 4 }
const earlier = { id: 4, content: { ...content, html: '<p>Antes</p>' }, replaced_at: '2026-03-01T10:00:00Z' }

async function edit(save: Parameters<typeof mockCall<typeof saveContent>>[1]) {
  await renderAt('/operator/content', <ContentScreen />, {
    messages: { 'desk-content': texts },
    callMocks: [
      mockCall(listContent, () => ({ items: [welcome], total: 1 })),
      mockCall(listVersions, () => ({ items: [{ ...earlier, replaced_by: 'Jordi Ferrer' }] })),
      mockCall(previewHtml, ({ body }) => ({ html: body.html })),
      mockCall(saveContent, save),
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Bienvenida' }))
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'HTML' })
}

test('lists a block with its position and language', async () => {
  await edit(() => ({ version: 5 }))
  expect(screen.getByRole('row', { name: /Bienvenida Entrada Català/, hidden: true })).toBeTruthy()
})

test('previews the content before it is saved', async () => {
  const sent: unknown[] = []
  const field = await edit(({ params, body }) => {
    sent.push(params, body)
    return { version: 5 }
  })
  await userEvent.clear(field)
  await userEvent.type(field, '<p>Bon dia</p>')
  expect(await screen.findByText('Bon dia')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  const saved = { content: { ...content, html: '<p>Bon dia</p>' }, version: 4 }
  await expect.poll(() => sent).toEqual([{ kind: 'block', key: '7' }, saved])
})

test('restores an earlier version into the form', async () => {
  const field = await edit(() => ({ version: 5 }))
  await userEvent.click(await screen.findByText('Versiones anteriores'))
  await userEvent.click(await screen.findByRole('button', { name: 'Recuperar', hidden: true }))
  expect(field.value).toBe('<p>Antes</p>')
})

test('keeps the input and shows the reason beside the refused field', async () => {
  const field = await edit(() => {
    throw new Refused('invalid', 400, { fields: { 'content.html': ['Escribe algo.'] } })
  })
  await userEvent.type(field, ' y más')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Escribe algo.')).toBeTruthy()
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['<p>Hola</p> y más', 'true'])
})

test('a conflicting edit shows the other operator’s values, keeps the input, and is overwritten by saving again', async () => {
  const current = { ...welcome, content: { ...content, html: '<p>De otra persona</p>' }, version: 5 }
  const { sent, save } = refuseFirstSave('content_changed', current, { version: 6 })
  const field = await edit(save)
  await userEvent.type(field, ' y más')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect((await screen.findByRole('alert')).textContent).toContain('<p>De otra persona</p>')
  expect(field.value).toBe('<p>Hola</p> y más')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => sent).toMatchObject([{ version: 4 }, { version: 5, content: { html: '<p>Hola</p> y más' } }])
})
