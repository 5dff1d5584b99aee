import { describe, expect, test } from 'vitest'
import type { LoadContext } from '#kit/web/page.ts'
import { listHtmlRoutes } from '../api.ts'
import { loadDynamicPage } from './load-pages.ts'

const route = { id: 3, route_path: 'savings', btn_description: '', btn_title: 'Ahorra' }

function load(params: Record<string, string>) {
  const send = async (definition: unknown) => (definition === listHtmlRoutes ? [route] : [])
  const prefetch = async ({ queryFn }: { queryFn: (asked: object) => Promise<unknown> }) => queryFn({})
  return loadDynamicPage({ send, params, prefetch } as unknown as LoadContext)
}

describe('a page of the retailer', () => {
  test('is found by its path and its number', async () => {
    await expect(load({ routePath: 'savings', pageId: '3' })).resolves.toBeUndefined()
  })

  const unknown: [reason: string, params: Record<string, string>][] = [
    ['the path of another page', { routePath: 'other', pageId: '3' }],
    ['the number of another page', { routePath: 'savings', pageId: '4' }],
    ['a number in another notation', { routePath: 'savings', pageId: '03' }],
  ]
  test.each(unknown)('is not found by %s', async (_, params) => {
    await expect(load(params)).rejects.toMatchObject({ code: 'not_found', status: 404 })
  })
})
