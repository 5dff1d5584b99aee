import { expect, test } from 'vitest'
import { productSources } from '#app/server/testing/product-sources.ts'
import { messagesOf } from '#app/server/texts.ts'
import { locales } from '#kit/locale.ts'

/** What reports the jobs is none of those that it reports. */
const unreported = ['report jobs']

/** What jobs are called, as the sources of the product say it. */
function jobNames(): string[] {
  const sources = productSources('src/**/*.ts').filter((source) => source.includes('repeat('))
  const found = sources.flatMap((source) =>
    [...source.matchAll(/\beverySeconds\b[^}]*?\bname: '([a-z ]+)'/g)].map(([, name]) => name!),
  )
  return [...new Set(found)].filter((name) => !unreported.includes(name)).sort()
}

test.each(locales)('every job has words in %s', (locale) => {
  const { names } = messagesOf(locale)['desk-jobs'] as { names: Record<string, string> }
  expect(Object.keys(names).sort()).toEqual(jobNames())
})
