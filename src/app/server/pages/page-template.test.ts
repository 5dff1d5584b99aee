import { expect, test } from 'vitest'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { createTemplate, fillTemplate, renderTemplate, sizeOfTemplate, type TemplateRequest } from './page-template.ts'

const additions = [{ head: '<i>', body: '<b>' }, { bodyStart: '<s>', body: '<u>' }, {}]
const dataOf = (json: string) => `<script type="application/json" id="page-data">${json}</script>`

function fill(html: string, { data = '{}', nonce = 'n' } = {}): string {
  return fillTemplate(createTemplate(html, { data, placeholder: '@@' }), { nonce, additions }).toString()
}

test.each([
  [
    'at the end of the head and at both ends of the body, leaving the rest unchanged',
    '<html><head><title>$& $1</title></head><body>x</body></html>',
    `<html><head><title>$& $1</title><i></head><body><s>x${dataOf('{}')}<b><u></body></html>`,
  ],
  ['around what has neither', 'x', `<i><s>x${dataOf('{}')}<b><u>`],
  [
    'at the last end of a body',
    '<head></head><code></body></code></body>',
    `<head><i><s></head><code></body></code>${dataOf('{}')}<b><u></body>`,
  ],
  ['beyond the alphabet of one byte', '<body>€ 日本</body>', `<i><body><s>€ 日本${dataOf('{}')}<b><u></body>`],
])('additions and data are placed %s', (_, html, expected) => {
  expect(fill(html)).toBe(expected)
})

test('the nonce of each response is filled in everywhere', () => {
  const html = '<head><style nonce="@@"></style></head><body><script nonce="@@"></script></body>'
  expect(fill(html, { nonce: 'a/+=' })).toBe(
    `<head><style nonce="a/+="></style><i></head><body><s><script nonce="a/+="></script>${dataOf('{}')}<b><u></body>`,
  )
})

test('data never ends its own element, and is read unchanged', () => {
  const data = { name: '</script><!--<script>' }
  const html = fill('', { data: JSON.stringify(data) })
  const json = html.slice(
    html.indexOf('json" id="page-data">') + 'json" id="page-data">'.length,
    html.lastIndexOf('</script>'),
  )
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual(data)
})

test('the size of a template is that of its bytes', () => {
  const size = (html: string) => sizeOfTemplate(createTemplate(html, { data: '', placeholder: '@@' }))
  expect(size('€€') - size('')).toBe(6)
})

const request = {} as TemplateRequest

test('a page of a program becomes a template, with its title and a nonce that no text can contain', async () => {
  const nonces = new Set<string>()
  const renderPage: RenderingProgram['renderPage'] = async ({ nonce }) => {
    nonces.add(nonce)
    const html = `<title>Invoices</title><p nonce="${nonce}">`
    return { kind: 'page', status: 200, html, data: '{}', texts: '/texts.json', routeIds: ['/invoices'] }
  }
  const page = await renderTemplate({ renderPage }, request)
  await renderTemplate({ renderPage }, request)
  expect(page).toMatchObject({ kind: 'page', status: 200, title: 'Invoices', routeIds: ['/invoices'] })
  const html = page.kind === 'page' ? fillTemplate(page.template, { nonce: 'mine', additions: [] }).toString() : ''
  expect(html).toContain('<p nonce="mine">')
  expect(html).toContain('id="page-data" data-texts="/texts.json"')
  expect(nonces.size).toBe(2)
})

test.each([
  { kind: 'redirect' as const, status: 302, address: '/' },
  { kind: 'failed' as const, error: new Error('drawn badly') },
])('what is no page stays as it is', async (outcome) => {
  expect(await renderTemplate({ renderPage: async () => outcome }, request)).toBe(outcome)
})
