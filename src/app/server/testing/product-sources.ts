import { globSync, readFileSync } from 'node:fs'

const root = new URL('../../../../', import.meta.url)

/** The sources of the product, as text, without those of its tests. */
export function productSources(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root })
    .filter((path) => !/testing|\.test\.ts$/.test(path))
    .map((path) => readFileSync(new URL(path, root), 'utf8'))
}
