import { expect, test } from 'vitest'
import { chunkNameOf } from './portal-chunks.ts'

const importers: Record<string, string[]> = {
  '/react.js': ['/src/app/web/entry-client.tsx', '/kit/button.tsx'],
  '/kit/button.tsx': ['/src/domains/session/web/login-screen.tsx', '/kit/menu.tsx'],
  '/kit/menu.tsx': ['/src/app/web/shell/app-layout.tsx'],
  '/kit/steps.ts': ['/src/domains/session/web/sign-in/current-price.tsx', '/kit/menu.tsx'],
  '/query.js': ['/src/app/web/query-client.ts', '/kit/list.tsx'],
  '/query/useQueries.js': ['/src/app/web/query-client.ts'],
  '/kit/chip.tsx': [...'abcdefghijk'].map((name) => `/src/domains/${name}/web/${name}-screen.tsx`),
  '/kit/list.tsx': ['/src/domains/invoices/web/invoices-screen.tsx'],
  '/src/kit/web/list/pager.tsx': [
    '/src/domains/invoices/web/invoices-screen.tsx',
    '/src/domains/messages/web/messages-screen.tsx',
  ],
  '/src/kit/web/format-count.ts': [
    '/src/domains/invoices/web/invoices-screen.tsx',
    '/src/domains/home/web/home-screen.tsx',
  ],
  '/kit/circle-a.ts': ['/kit/circle-b.ts'],
  '/kit/circle-b.ts': ['/kit/circle-a.ts'],
}
const imports = { getModuleInfo: (id: string) => ({ importers: importers[id] ?? [] }) }

test.each([
  ['/react.js', 'frame'],
  ['/kit/button.tsx', 'parts'],
  ['/kit/menu.tsx', 'office'],
  ['/kit/steps.ts', 'small'],
  ['/query.js', 'office'],
  ['/query/useQueries.js', null],
  ['/kit/chip.tsx', 'office'],
  ['/kit/list.tsx', null],
  ['/src/kit/web/list/pager.tsx', 'lists'],
  ['/src/kit/web/format-count.ts', null],
  ['/kit/circle-a.ts', null],
  ['/src/app/web/shell/app-layout.tsx', null],
  ['/src/domains/session/web/sign-in/other-sign-in-methods.tsx', null],
])('%s is in the chunk %s', (moduleId, chunk) => {
  expect(chunkNameOf(moduleId, imports)).toBe(chunk)
})
