import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** An import of one source file by another, both as paths under the root of the repository. */
export type Import = { from: string; to: string }

const testFile = /\.test\.|testing|samples/
const importStatement = /(?:\bfrom |\bimport\(|\bimport )'([#.][^']+)'/g

/** Returns every import between source files of the product. Tests and their helpers are left out. */
export function listImports(): Import[] {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !testFile.test(file))
  return files.flatMap((file) => importsIn(file, readFileSync(file, 'utf8')))
}

/** Returns the imports of other source files in the text of a file. */
export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(importStatement)]
    .map(([, specifier]) => pathOf(specifier!, file))
    .filter((to) => to.startsWith('src/'))
    .map((to) => ({ from: file, to }))
}

function pathOf(specifier: string, from: string): string {
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : normalize(join(dirname(from), specifier))
}

/** Returns the layer of a source file: the first folder under `src`. */
export function layerOf(file: string): string {
  return file.split('/')[1]!
}

/** Returns the domain of a source file, or undefined for a file of another layer. */
function domainOf(file: string): string | undefined {
  return file.startsWith('src/domains/') ? file.split('/')[2] : undefined
}

/** Returns which domains each domain imports, both in alphabetical order. */
export function domainGraph(imports: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [domain, dependency] = [domainOf(from), domainOf(to)]
    if (!domain) continue
    const dependencies = graph.get(domain) ?? new Set()
    graph.set(domain, dependencies)
    if (dependency && dependency !== domain) dependencies.add(dependency)
  }
  return new Map([...graph].sort().map(([domain, dependencies]) => [domain, [...dependencies].sort()]))
}
