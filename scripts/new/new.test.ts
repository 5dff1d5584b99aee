import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive } from '#app/server/testing/exhaustive.ts'
import { runNew } from './program.ts'

const execute = promisify(execFile)
const parts = [
  'src',
  'db',
  'docs',
  'scripts',
  'e2e',
  'bench',
  '.gitignore',
  'package.json',
  'package-lock.json',
  'biome.json',
  'knip.json',
]
const settings = ['base', 'server', 'web', 'e2e'].map((name) => `tsconfig.${name}.json`)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'llum-new-'))
  for (const part of [...parts, ...settings, 'vitest.config.ts', 'vite.config.ts'])
    await cp(part, join(folder, part), { recursive: true })
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs a program, and throws what it prints if it fails. */
const run = (...program: Parameters<typeof execute>) =>
  execute(...program).catch(({ message, stdout, stderr }) => {
    throw new Error([message, stdout, stderr].join('\n'))
  })

/** Makes something in the copy of the repository. */
function make(command: string) {
  const [printed, notes]: string[][] = [[], []]
  const terminal = {
    words: command ? command.split(' ') : [],
    print: (text: string) => printed!.push(text),
    note: (line: string) => notes!.push(line),
  }
  const status = runNew(pathToFileURL(`${folder}/`), terminal)
  return { status, note: notes!.join('\n'), paths: printed!.join('\n').split('\n\n')[0]!.split('\n') }
}

describe('without a kind or its words', () => {
  test.each(['', 'thing', 'domain', 'call invoices list-disputes GET'])(
    '`npm run new -- %s` prints the usage',
    (words) => {
      const { status, note } = make(words)
      expect([status, note]).toEqual([2, expect.stringContaining('call DOMAIN NAME METHOD PATH')])
    },
  )
})

test.each([
  ['domain invoices', 'There is a domain "invoices" already.'],
  ['domain MeterReadings', '"MeterReadings" is not kebab-case: write meter-readings.'],
  ['domain told-things', '"told-things" says nothing of what it names'],
  ['call billing list-disputes GET /disputes/', 'There is no domain "billing", only access-tokens, accounts,'],
  ['call ../kit list-disputes GET /disputes/', 'There is no domain "../kit"'],
  ['call invoices list-invoices GET /invoices/', 'There is a "listInvoices" in src/domains/invoices/api.ts already.'],
  ['call invoices list-disputes FETCH /disputes/', 'METHOD is GET, POST, PUT.'],
  ['call invoices list-disputes GET disputes', '"disputes" is not a path'],
  ['call invoices list-disputes GET /operator/disputes', 'That path is for desks.'],
  ['screen invoices invoices', 'src/domains/invoices/web/invoices-screen.tsx exists already.'],
  ['screen newsletter/desk readers', 'A screen is of a domain'],
  ['desk newsletter portal', 'newsletter has a desk already.'],
  ['desk invoices money', 'There is no menu group "money", only customers, sales, portal, system.'],
  ['language gl Galego', 'The portal speaks "gl" already.'],
  ['language italian Italiano', '"italian" is not an ISO 639-1 code'],
  ['provider bank acme', 'There is no port "bank", only applicant, files,'],
  ['provider payments stripe', 'src/outside/payments/stripe.ts exists already.'],
])('`npm run new -- %s` is refused and writes nothing', async (words, reason) => {
  const { status, note, paths } = make(words)
  expect([status, note, paths]).toEqual([1, expect.stringContaining(reason), ['']])
})

const kinds = [
  'domain tariff-guarantees',
  'call invoices list-disputes GET /disputes/',
  'call invoices settle-dispute POST /disputes/:id/settle',
  'call newsletter/desk read-newsletter-reader GET /operator/newsletters/:id/reader',
  'screen invoices disputes',
  'screen leads lead-status',
  'desk invoices system',
  ...['applicant', 'files', 'identity', 'mail', 'payments', 'signature', 'sms', 'virus-scan'].map(
    (port) => `provider ${port} acme`,
  ),
  'language it Italiano',
]

test('everything that is made passes the checks, and its tests fail and say what to write', async () => {
  const paths = kinds.flatMap((words) => {
    const { status, note, paths } = make(words)
    expect([words, status, note]).toEqual([words, 0, ''])
    return paths
  })
  const bin = (name: string) => join(folder, 'node_modules/.bin', name)
  // The tests of the copy run on their own.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const inCopy = { cwd: folder, env: { ...Object.fromEntries(own), NO_COLOR: '1' }, maxBuffer: 1e8 }
  await run(bin('biome'), ['ci', ...new Set(paths)], inCopy)
  await run(process.execPath, ['scripts/check-names.ts'], inCopy)
  await run(process.execPath, ['scripts/check-texts.ts'], inCopy)
  // Types and unused code are found in a minute, which is too long for each run.
  for (const side of isExhaustive ? ['server', 'web', 'e2e'] : [])
    await run(bin('tsc'), ['-p', `tsconfig.${side}.json`, '--composite', 'false', '--incremental', 'false'], inCopy)
  if (isExhaustive) await run(bin('knip'), [], inCopy)

  const sample = isExhaustive ? paths : paths.filter((path) => /tariff-guarantees|acme-sms|\/it\./.test(path))
  const tests = [...new Set(sample.filter((path) => path.includes('.test.')))]
  const report = join(folder, 'report.json')
  await run(bin('vitest'), ['run', '--reporter=json', `--outputFile=${report}`, ...tests], inCopy).catch(() => {})
  const files: { assertionResults: { status: string; failureMessages: string[] }[] }[] = JSON.parse(
    await readFile(report, 'utf8'),
  ).testResults
  expect(files).toHaveLength(tests.length)
  for (const { assertionResults } of files) {
    const failures = assertionResults.filter(({ status }) => status !== 'passed')
    expect(failures.map(({ failureMessages }) => failureMessages[0]?.split('\n')[0])).toEqual([
      expect.stringMatching(/: (?:Write the tests of|Translate every) /),
    ])
  }
}, 600_000)
