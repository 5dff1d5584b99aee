import { afterEach, expect, test, vi } from 'vitest'
import type { Portal } from '#kit/web/portal.ts'
import { loadPageTexts } from './page-data.ts'

const portal = () => ({ boot: { locale: 'es' }, messages: {} }) as unknown as Portal

afterEach(() => vi.unstubAllGlobals())

function showPage(texts: string | undefined, response: Response) {
  document.body.innerHTML = `<script type="application/json" id="page-data"${texts ? ` data-texts="${texts}"` : ''}>{}</script>`
  const fetched = vi.fn(async () => response)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('a page reads its texts from its file', async () => {
  const fetched = showPage('/portal/assets/texts/es/app.1f.json', Response.json({ app: { title: 'Hola' } }))
  const visit = portal()
  await loadPageTexts(visit)
  expect(visit.messages).toEqual({ app: { title: 'Hola' } })
  expect(fetched).toHaveBeenCalledWith('/portal/assets/texts/es/app.1f.json')
})

test('where a server of another version does not have the file, its texts are loaded one by one', async () => {
  showPage('/assets/texts/es/app+price-alerts.1f.json', new Response('', { status: 404 }))
  const visit = portal()
  await loadPageTexts(visit)
  expect(Object.keys(visit.messages).sort()).toEqual(['app', 'price-alerts'])
})

test('a page that the browser renders has no file', async () => {
  const fetched = showPage(undefined, new Response())
  await loadPageTexts(portal())
  expect(fetched).not.toHaveBeenCalled()
})
