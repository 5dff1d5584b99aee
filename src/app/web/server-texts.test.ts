import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serverTextKeys } from '#kit/text-keys.ts'

const folders = [
  'src/kit/web',
  'src/kit/backoffice/web',
  'src/domains/**/web',
  'src/backoffice/*/web',
  'src/app/web',
  'src/app/operator',
]
const files = folders
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  .filter((file) => !/[.-]test(ing)?\.tsx?$/.test(file))
const keys = serverTextKeys.join('|')
// useTranslations('invoices.document'), t('mails.subject'), t.rich(`document.${name}`)
const use = new RegExp(
  `useTranslations\\(\\s*['"\`][\\w-]+\\.(?:${keys})\\b|\\bt(?:\\.\\w+)?\\(\\s*['"\`](?:${keys})\\.`,
)

test('no screen shows a text that only the server has: it would show the key instead', () => {
  expect(files.length).toBeGreaterThan(900)
  expect(files.filter((file) => use.test(readFileSync(file, 'utf8')))).toEqual([])
})
