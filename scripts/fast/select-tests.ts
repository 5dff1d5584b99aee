import { dirname } from 'node:path'
import type { Import } from '../architecture/import-graph.ts'

/** The helpers that start a database, by which a test that meets one is recognised here and in `.ci/run`. */
export const databaseHelpers = [
  ...['startTestPortal', 'openTestDatabase', 'deskPortal', 'contractingPortal', 'openPool'],
  ...['createDemo', 'createSmallDemo', 'openDemoEnvironment'],
]

// Starting a database or a browser takes longer than all other tests together.
const slow = new RegExp([...databaseHelpers, 'startPortal', 'playwright'].join('|'))

type SelectTestsInput = {
  changed: readonly string[]
  /** The text of every test, by its path. */
  tests: ReadonlyMap<string, string>
  /** The imports of all files in the folders of the tests, the tests included. */
  imports: readonly Import[]
}

/**
 * Returns the tests of changed files: those that changed, and those that reach a changed file by imports within one
 * domain (or one folder of `kit`, `vocabulary` and so on). Tests that start a database or a browser are returned apart.
 */
export function selectTests({ changed, tests, imports }: SelectTestsInput): { fast: string[]; slow: string[] } {
  const reached = new Set(changed)
  const importersOf = Map.groupBy(
    imports.filter(({ from, to }) => areaOf(from) === areaOf(to)),
    ({ to }) => to,
  )
  for (const file of reached) for (const { from } of importersOf.get(file) ?? []) reached.add(from)
  // Nearest first: files are reached in the order of their distance.
  const selected = [...reached].filter((file) => tests.has(file))
  const isSlow = (test: string) => slow.test(tests.get(test)!)
  return { fast: selected.filter((test) => !isSlow(test)), slow: selected.filter(isSlow) }
}

function areaOf(file: string): string {
  const [, area] = file.match(/^(src\/(?:domains|backoffice|outside)\/[^/]+)\//) ?? []
  return area ?? dirname(file)
}
