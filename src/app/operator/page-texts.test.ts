import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Page } from '#kit/web/page.ts'
import { screenFileOf } from '../screen-file.ts'
import { pages } from '../web/pages.ts'
import { pages as operatorPages } from './pages.ts'

const source = join(import.meta.dirname, '../..')

const programs: [program: string, pages: readonly Page[], frame: readonly string[]][] = [
  ['customers', pages, ['shell']],
  ['operators', operatorPages, ['operator-area', 'shell', 'session']],
]

test.each(programs)('every page of %s includes the texts of all it may render', (_, all, frame) => {
  expect(all.length).toBeGreaterThan(20)
  const missing = all.flatMap((page) => {
    const includedNamespaces = ['app', 'kit', ...frame, ...page.texts]
    const drawn = namespacesFrom(join(source, screenFileOf(page.screen)))
    return [...drawn]
      .filter(([name]) => !includedNamespaces.includes(name))
      .map(([name, file]) => [page.path, name, file])
  })
  expect(missing).toEqual([])
})

/**
 * Returns the text namespaces that a module and all its imports use, statically or lazily, each with a file that uses
 * it.
 */
function namespacesFrom(start: string): Map<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const waiting = [start]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const { names, imports } = moduleAt(file)
    for (const name of names) if (!found.has(name)) found.set(name, file.slice(source.length + 1))
    waiting.push(...imports)
  }
  return found
}

type Module = { names: string[]; imports: string[] }
const modules = new Map<string, Module>()

function moduleAt(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const text = /\.tsx?$/.test(file) && existsSync(file) ? readFileSync(file, 'utf8') : ''
  const names = [...text.matchAll(/useTranslations(?:<[^>]*>)?\(\s*['"`]([\w-]+)/g)].map(([, name]) => name!)
  // Type imports load nothing.
  const code = text.replaceAll(/^(?:import|export) type [^;]*? from '[^']+'$/gm, '')
  const specifiers = [...code.matchAll(/(?:\bfrom |\bimport\(|\bimport )'([^']+)'/g)].map(([, name]) => name!)
  const module = { names, imports: specifiers.flatMap((specifier) => fileOf(specifier, file) ?? []) }
  modules.set(file, module)
  return module
}

function fileOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  if (specifier.startsWith('#') && !specifier.startsWith('#db/')) return join(source, specifier.slice(1))
  return undefined
}
