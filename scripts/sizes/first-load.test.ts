import { expect, test } from 'vitest'
import { addedLoad, firstLoads } from './first-load.ts'

const entry = 'src/app/web/entry-client.tsx'
const manifest = {
  [entry]: {
    file: 'entry.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['login-screen.tsx', 'chart.ts'],
  },
  '_react.js': { file: 'react.js' },
  '_query.js': { file: 'query.js' },
  'src/app/web/shell/office.tsx': { file: 'office.js', imports: ['_query.js', entry] },
  'src/app/web/query-client.ts': { file: 'query-client.js', imports: ['_query.js'] },
  'login-screen.tsx': { file: 'login.js', imports: ['_react.js', '_field.js'] },
  '_field.js': { file: 'field.js' },
  'list-screen.tsx': { file: 'list.js', imports: ['_query.js'] },
  'chart.ts': { file: 'chart.js', imports: ['_query.js', '_uplot.js'] },
  '_uplot.js': { file: 'uplot.js' },
}
const pages = [
  { path: '/login', frame: 'alone' },
  { path: '/list', frame: 'office' },
] as const
const screens = { '/login': 'login-screen.tsx', '/list': 'list-screen.tsx' }

test('a page loads the entry, its screen and what both import, each once and nothing that waits for its use', () => {
  const [login] = firstLoads(manifest, pages, screens)
  expect(login?.files.sort()).toEqual(['entry.js', 'field.js', 'login.js', 'react.js'])
})

test('a page of the office loads its frame and the cache besides', () => {
  const list = firstLoads(manifest, pages, screens)[1]
  expect(list?.files.sort()).toEqual(['entry.js', 'list.js', 'office.js', 'query-client.js', 'query.js', 'react.js'])
})

test('what is loaded on use adds only what the office does not have yet', () => {
  expect(addedLoad(manifest, 'chart.ts').files.sort()).toEqual(['chart.js', 'uplot.js'])
})

test('a module that the build put into another chunk adds nothing', () => {
  expect(addedLoad(manifest, 'graph.ts').files).toEqual([])
})
