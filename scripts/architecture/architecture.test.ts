import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  findDomainViolations,
  findLayerViolations,
  findOrderViolations,
  findSideViolations,
} from './find-violations.ts'
import { importsIn, listImports } from './import-graph.ts'
import { renderPicture, replaceGenerated } from './render-picture.ts'
import { domainDependencies, layers } from './rules.ts'

const imports = listImports()

describe('the product', () => {
  test('has imports to check', () => expect(imports.length).toBeGreaterThan(5_000))
  test('imports only lower layers', () => expect(findLayerViolations(imports, layers)).toEqual([]))
  test('has only the allowed dependencies between domains', () =>
    expect(findDomainViolations(imports, domainDependencies)).toEqual([]))
  test('lists its domains in an order that allows no cycle', () =>
    expect(findOrderViolations(domainDependencies)).toEqual([]))
  test('keeps server and screens apart', () => expect(findSideViolations(imports)).toEqual([]))
  test('is shown in ARCHITECTURE.md as it is', () => {
    const document = readFileSync('ARCHITECTURE.md', 'utf8')
    const expected = replaceGenerated(document, renderPicture(domainDependencies))
    expect(document, 'out of date: npm run architecture-docs').toBe(expected)
  })
})

describe('the checks', () => {
  const [a, b] = ['src/domains/a/server/x.ts', 'src/domains/b/server/y.ts'] as const

  test('read every form of import', () => {
    const text =
      "import type { X } from '#domains/b/server/y.ts'\nconst z = await import('../rules.ts')\nimport './w.css'"
    expect(importsIn(a, text).map(({ to }) => to)).toEqual([b, 'src/domains/a/rules.ts', 'src/domains/a/server/w.css'])
  })

  test('find an import of a higher layer', () => {
    expect(findLayerViolations([{ from: 'src/kit/call.ts', to: a }], layers)).toEqual([`src/kit/call.ts imports ${a}`])
    expect(findLayerViolations([{ from: a, to: 'src/kit/call.ts' }], layers)).toEqual([])
  })

  test('find a dependency that is not allowed, and one that is no longer used', () => {
    const imported = [{ from: a, to: b }]
    expect(findDomainViolations(imported, { a: ['b'], b: [] })).toEqual([])
    expect(findDomainViolations(imported, { a: [], b: [] })).toEqual(['a must not depend on b'])
    expect(findDomainViolations([], { a: ['b'], b: [] })).toEqual(['a no longer depends on b'])
  })

  test('find a possible cycle', () => {
    expect(findOrderViolations({ b: [], a: ['b'] })).toEqual([])
    expect(findOrderViolations({ a: ['b'], b: ['a'] })).toEqual(['a is listed above b, on which it depends'])
  })

  test('find a screen that imports the server', () => {
    const screen = 'src/domains/a/web/a-screen.tsx'
    expect(findSideViolations([{ from: screen, to: a }])).toEqual([`${screen} imports ${a}`])
    expect(findSideViolations([{ from: 'src/domains/a/rules.ts', to: a }])).toEqual([
      `src/domains/a/rules.ts imports ${a}`,
    ])
    expect(findSideViolations([{ from: screen, to: 'src/domains/a/rules.ts' }])).toEqual([])
  })

  test('leave out what the picture already says', () => {
    expect(renderPicture({ c: [], b: ['c'], a: ['b', 'c'] })).not.toContain('a --> c')
    expect(renderPicture({ c: [], b: ['c'], a: ['b', 'c'] })).toContain('a --> b')
  })
})
