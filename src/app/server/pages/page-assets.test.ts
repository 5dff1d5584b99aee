import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { chunksOf, loadBuiltAssets, modulesOf } from './page-assets.ts'

const program = {
  manifest: 'manifest.json',
  entry: 'src/app/web/entry-client.tsx',
  layout: 'src/app/web/shell/app-layout.tsx',
  screens: { '/': 'home.tsx', '/login': 'login.tsx', '/invoices': 'invoices.tsx' },
}

const manifest = {
  'src/app/web/entry-client.tsx': { file: 'assets/entry.js', css: ['assets/entry.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  'login.tsx': { file: 'assets/login.js', css: ['assets/login.css'], imports: ['_react.js', '_field.js'] },
  '_field.js': { file: 'assets/field.js', css: ['assets/field.css'], dynamicImports: ['later.tsx'] },
  'later.tsx': { file: 'assets/later.js', css: ['assets/later.css'] },
  'font.woff2': { file: 'assets/latin-wght-normal-1.woff2' },
}

const routes: [reason: string, routeId: string, modules: string[]][] = [
  [
    'the app layout, with its query client',
    '/_app',
    ['src/app/web/shell/app-layout.tsx', 'src/app/web/query-client.ts'],
  ],
  ['a page in the app layout', '/_app/invoices', ['invoices.tsx']],
  ['the start page, however the router writes it', '/_app/', ['home.tsx']],
  ['a standalone page', '/login', ['login.tsx']],
  ['an error page', 'problem', ['src/app/web/error-pages.tsx']],
  ['a route without content', '__root__', []],
]
test.each(routes)('%s is rendered by its modules', (_, routeId, modules) => {
  expect(modulesOf(routeId, program)).toEqual(modules)
})

test('chunks include all static imports of a module once, and no lazy ones', () => {
  const files = chunksOf(manifest, ['src/app/web/entry-client.tsx', 'login.tsx']).map(({ file }) => file)
  expect(files).toEqual(['assets/entry.js', 'assets/react.js', 'assets/login.js', 'assets/field.js'])
})

describe('a page from a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'llum-assets-'))
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  put('.vite/manifest.json', JSON.stringify(manifest))
  const digests = ['entry', 'react', 'login', 'field'].map((name) => [`assets/${name}.js`, `sha384-${name}`])
  put('.vite/integrity.json', JSON.stringify(Object.fromEntries(digests)))
  put('assets/entry.css', '@font-face{src:url(./latin-wght-normal-1.woff2)}')
  put('assets/login.css', '.login{color:red}')
  put('assets/field.css', '.field{color:blue}')
  afterAll(() => rmSync(folder, { recursive: true }))

  const { head, body } = loadBuiltAssets({ folder, basePath: '/portal', program }).additionsOf({
    routeIds: ['__root__', '/login'],
    styleNames: ['login'],
    nonce: 'N0nce',
    brand: '#ffd500',
  })

  test('inlines the styles that apply to its content, then the retailer’s colour', () => {
    expect(head).toContain('<style nonce="N0nce" id="first-styles">.login{color:red}</style>')
    expect(head.endsWith('<style nonce="N0nce">:root:root{--brand:#ffd500}</style>')).toBe(true)
  })

  test('fetches all styles of its routes as one file, after the first paint or without script', () => {
    const address = '/portal/assets/sheets/entry+login+field.css'
    expect(head).toContain(`<noscript><link rel="stylesheet" href="${address}"></noscript>`)
    expect(body).toContain(`{rel:'stylesheet',href:"${address}",onload:()=>first.remove()}`)
  })

  test('marks style sheets as present for the chunks, without fetching one', () => {
    expect(body).toContain(
      `for(const href of ["/portal/assets/entry.css","/portal/assets/login.css","/portal/assets/field.css"])add('link',{rel:'stylesheet',disabled:true,href})`,
    )
  })

  test('starts its script after the first paint, with its dependencies in parallel', () => {
    const script = /<script nonce="N0nce">(.*?)<\/script>/s.exec(body)![1]!
    expect(script).toContain(
      `add('script',{type:'module',integrity:"sha384-entry",src:"/portal/assets/entry.js",onerror:`,
    )
    const others = ['react', 'login', 'field'].map((name) => [`/portal/assets/${name}.js`, `sha384-${name}`])
    expect(script).toContain(JSON.stringify(others))
    expect(script, 'nothing is fetched without an integrity hash').not.toContain('import(')
  })

  test('fails for a script without a known digest', () => {
    const assets = loadBuiltAssets({ folder, basePath: '', program })
    const [last] = digests.splice(-1)
    put('.vite/integrity.json', JSON.stringify(Object.fromEntries(digests)))
    const incomplete = loadBuiltAssets({ folder, basePath: '', program })
    digests.push(last!)
    put('.vite/integrity.json', JSON.stringify(Object.fromEntries(digests)))
    const input = { routeIds: ['/login'], styleNames: [], nonce: 'n', brand: '#ffd500' }
    expect(assets.additionsOf(input).body).toContain('sha384-field')
    expect(() => incomplete.additionsOf(input)).toThrow('The build has no digest of assets/field.js.')
  })
})
