import { expect, test } from 'vitest'
import { findAddedLoad, listFirstLoads } from './first-load.ts'

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
  'src/app/web/shell/app-layout.tsx': { file: 'office.js', imports: ['_query.js', entry] },
  'src/app/web/query-client.ts': { file: 'query-client.js', imports: ['_query.js'] },
  'login-screen.tsx': { file: 'login.js', imports: ['_react.js', '_field.js'] },
  '_field.js': { file: 'field.js' },
  'list-screen.tsx': { file: 'list.js', imports: ['_query.js'] },
  'chart.ts': { file: 'chart.js', imports: ['_query.js', '_bars.js', '_uplot.js'] },
  'figure-screen.tsx': { file: 'figure.js', imports: ['_bars.js'] },
  '_bars.js': { file: 'bars.js' },
  '_uplot.js': { file: 'uplot.js' },
}
const pages = [
  { path: '/login', frame: 'standalone' },
  { path: '/list', frame: 'app' },
] as const
const screens = { '/login': 'login-screen.tsx', '/list': 'list-screen.tsx' }

test('a page loads the entry, its screen and the imports of both, each once and without lazy modules', () => {
  const [login] = listFirstLoads(manifest, pages, screens)
  expect(login?.files.sort()).toEqual(['entry.js', 'field.js', 'login.js', 'react.js'])
})

test('a page behind the sign-in also loads the app layout and the cache', () => {
  const list = listFirstLoads(manifest, pages, screens)[1]
  expect(list?.files.sort()).toEqual(['entry.js', 'list.js', 'office.js', 'query-client.js', 'query.js', 'react.js'])
})

test('a lazy module adds only what its page has not loaded yet', () => {
  const { files } = findAddedLoad(manifest, { module: 'chart.ts', besides: 'figure-screen.tsx' })
  expect(files.sort()).toEqual(['chart.js', 'uplot.js'])
})

test('a module that the build moved into another chunk adds nothing', () => {
  expect(findAddedLoad(manifest, { module: 'graph.ts', besides: 'figure-screen.tsx' }).files).toEqual([])
})
