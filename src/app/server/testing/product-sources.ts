import { globSync, readFileSync } from 'node:fs'

const root = new URL('../../../../', import.meta.url)

/** Returns the product's source files as text, without tests. */
export function readProductSources(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root })
    .filter((path) => !/testing|\.test\.ts$/.test(path))
    .map((path) => readFileSync(new URL(path, root), 'utf8'))
}
