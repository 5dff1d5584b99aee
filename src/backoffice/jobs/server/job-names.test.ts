import { expect, test } from 'vitest'
import { readProductSources } from '#app/server/testing/product-sources.ts'
import { messagesOf } from '#app/server/texts/texts.ts'
import { locales } from '#vocabulary/locale.ts'

/** The reporting job itself is not reported. */
const unreported = ['report jobs']

/** Returns the names of all jobs, collected from the product sources. */
function jobNames(): string[] {
  const starts = /\b(?:startPollingLoop|startWatchedLoop|startQueueJob)\(/
  const sources = readProductSources('src/**/*.ts').filter((source) => starts.test(source))
  const found = sources.flatMap((source) => [...source.matchAll(/\bname: '([a-z ]+)'/g)].map(([, name]) => name!))
  return [...new Set(found)].filter((name) => !unreported.includes(name)).sort()
}

test.each(locales)('every job has a name in %s', (locale) => {
  const { names } = messagesOf(locale)['desk-jobs'] as { names: Record<string, string> }
  expect(Object.keys(names).sort()).toEqual(jobNames())
})
