import { expect, test } from 'vitest'
import { chunkNameOf } from './portal-chunks.ts'

const entry = '/src/app/web/entry-client.tsx'
const layout = '/src/app/web/shell/app-layout.tsx'
const login = '/src/domains/session/web/login-screen.tsx'
const invoices = '/src/domains/invoices/web/invoices-screen.tsx'
const contract = '/src/domains/contracts/web/contract-screen.tsx'
const otherScreen = '/src/domains/messages/web/messages-screen.tsx'

const importers: Record<string, string[]> = {
  '/react.js': [entry, '/kit/button.tsx'],
  '/kit/button.tsx': [login, '/kit/menu.tsx'],
  '/kit/menu.tsx': [layout],
  '/session/hero.tsx': [login],
  '/query.js': ['/src/app/web/query-client.ts', '/kit/list.tsx'],
  '/kit/chip.tsx': [...'abcdefghijklmnop'].map((name) => `/src/domains/${name}/web/${name}-screen.tsx`),
  '/app/connection.ts': ['/src/app/web/network.ts'],
  '/kit/why.tsx': ['/src/app/web/network.ts', otherScreen],
  '/src/kit/web/list/pager.tsx': [invoices, otherScreen],
  '/src/domains/payments/web/pay.tsx': [invoices, otherScreen],
  '/src/domains/payments/web/card.tsx': [invoices, contract, otherScreen],
  '/src/domains/invoices/web/badge.tsx': [invoices, '/src/domains/invoices/web/dialog.tsx'],
  '/src/kit/web/form/date-field.tsx': [contract, otherScreen],
  '/src/kit/web/chart/bar-chart.tsx': [contract, otherScreen],
  '/src/domains/batteries/web/share.tsx': [contract, otherScreen],
  '/src/domains/consumption/web/parse-curve.ts': [contract],
  '/src/kit/web/stars.tsx': [otherScreen, '/src/domains/home/web/home-screen.tsx'],
  '/kit/circle-a.ts': ['/kit/circle-b.ts'],
  '/kit/circle-b.ts': ['/kit/circle-a.ts'],
}

// What imports a module on demand.
const dynamicImporters: Record<string, string[]> = {
  ...Object.fromEntries([layout, login, invoices, contract, otherScreen].map((screen) => [screen, [entry]])),
  '/src/domains/invoices/web/dialog.tsx': [invoices],
  '/src/domains/consumption/web/parse-curve.ts': [otherScreen],
}

const imports = {
  getModuleInfo: (id: string) => ({ importers: importers[id] ?? [], dynamicImporters: dynamicImporters[id] ?? [] }),
}

test.each([
  ['/react.js', 'frame', 'every page loads it'],
  ['/kit/button.tsx', 'parts', 'the sign-in page shares it with the layout'],
  ['/session/hero.tsx', 'login', 'only the sign-in page shows it'],
  ['/kit/menu.tsx', 'office', 'it belongs to the layout'],
  ['/query.js', 'office', 'pages behind the sign-in need the cache'],
  ['/kit/chip.tsx', 'office', 'sixteen pages share it'],
  [layout, 'office', 'the layout itself needs no file of its own'],
  ['/app/connection.ts', 'watch', 'it is needed once a person acts'],
  ['/src/app/web/guard.ts', 'watch', 'each step to another page needs it'],
  ['/kit/why.tsx', 'calls', 'a page should not load what watches it'],
  ['/src/kit/web/list/pager.tsx', 'lists', 'the invoices share it with another page'],
  ['/src/domains/payments/web/pay.tsx', 'invoicing', 'the same, of a domain'],
  ['/src/domains/payments/web/card.tsx', 'billing', 'a contract shares it too'],
  ['/src/domains/invoices/web/badge.tsx', 'invoices', 'the page and its dialogs share it'],
  ['/src/kit/web/form/date-field.tsx', 'fields', 'a contract shares it with another page'],
  ['/src/kit/web/chart/bar-chart.tsx', 'chart', 'the same, of a chart'],
  ['/src/domains/batteries/web/share.tsx', 'details', 'the same, of a domain'],
  ['/src/domains/consumption/web/parse-curve.ts', 'details', 'another page imports it on demand'],
  ['/src/kit/web/stars.tsx', null, 'pages opened later share it'],
  [otherScreen, null, 'a screen has a file of its own'],
  ['/kit/circle-a.ts', null, 'nothing loads it'],
] as const)('%s is in the chunk %s: %s', (moduleId, chunk, _reason) => {
  expect(chunkNameOf(moduleId, imports)).toBe(chunk)
})
