import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messagesOf } from '#app/server/texts.ts'
import { locales } from '#kit/locale.ts'

const root = new URL('../../../../', import.meta.url)
/** What reports the jobs is none of those that it reports. */
const unreported = ['report jobs']

/** What jobs are called, as the sources of the product say it. */
function jobNames(): string[] {
  const sources = globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !/testing|\.test\.ts$/.test(path))
    .map((path) => readFileSync(new URL(path, root), 'utf8'))
    .filter((source) => source.includes('repeat('))
  const found = sources.flatMap((source) =>
    [...source.matchAll(/\beverySeconds\b[^}]*?\bname: '([a-z ]+)'/g)].map(([, name]) => name!),
  )
  return [...new Set(found)].filter((name) => !unreported.includes(name)).sort()
}

test.each(locales)('every job has words in %s', (locale) => {
  const { names } = messagesOf(locale)['desk-jobs'] as { names: Record<string, string> }
  expect(Object.keys(names).sort()).toEqual(jobNames())
})
