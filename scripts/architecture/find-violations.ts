import { domainGraph, type Import, layerOf } from './import-graph.ts'

/** Finds the imports from a layer to a higher one. */
export function findLayerViolations(imports: readonly Import[], layers: readonly string[]): string[] {
  return imports
    .filter(({ from, to }) => layers.indexOf(layerOf(from)) < layers.indexOf(layerOf(to)))
    .map(({ from, to }) => `${from} imports ${to}`)
}

/** Finds the dependencies between domains that are not allowed, and those that are allowed but unused. */
export function findDomainViolations(
  imports: readonly Import[],
  allowed: Readonly<Record<string, readonly string[]>>,
): string[] {
  const actual = domainGraph(imports)
  const domains = [...new Set([...actual.keys(), ...Object.keys(allowed)])]
  return domains.flatMap((domain) => {
    const used = actual.get(domain) ?? []
    const permitted = allowed[domain] ?? []
    return [
      ...used.filter((each) => !permitted.includes(each)).map((each) => `${domain} must not depend on ${each}`),
      ...permitted.filter((each) => !used.includes(each)).map((each) => `${domain} no longer depends on ${each}`),
    ]
  })
}

/** Finds the dependencies of a domain on one that is not listed above it, which would allow a cycle. */
export function findOrderViolations(allowed: Readonly<Record<string, readonly string[]>>): string[] {
  const order = Object.keys(allowed)
  return order.flatMap((domain, index) =>
    allowed[domain]!.filter((dependency) => !order.slice(0, index).includes(dependency)).map(
      (dependency) => `${domain} is listed above ${dependency}, on which it depends`,
    ),
  )
}

/** Finds the imports within a domain between its server and its screens, and from its shared files to either. */
export function findSideViolations(imports: readonly Import[]): string[] {
  return imports
    .filter(
      ({ from, to }) =>
        sideOf(from) !== 'none' && ['server', 'web'].includes(sideOf(to)) && sideOf(from) !== sideOf(to),
    )
    .map(({ from, to }) => `${from} imports ${to}`)
}

function sideOf(file: string): 'server' | 'web' | 'shared' | 'none' {
  if (!/^src\/(?:domains|backoffice)\//.test(file)) return 'none'
  if (file.includes('/server/')) return 'server'
  return file.includes('/web/') ? 'web' : 'shared'
}
