// Checks the files changed since the branch left main: format, lint, names, texts, types and the fast tests. `npm run check` and
// `npm test` cover the rest.
// npm run check:fast [-- COMMIT]: since another commit, such as HEAD for what is not committed yet.
import { execFileSync, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { importsIn } from './architecture/import-graph.ts'
import { planChecks } from './fast/plan-checks.ts'
import { selectTests } from './fast/select-tests.ts'

/** The number of test files that run in a few seconds. */
const maxTests = 12

const startedAt = performance.now()
const changed = listChangedFiles()
if (!changed.length) {
  console.log('Nothing changed since main.')
  process.exit()
}

const { files, checksTexts, projects } = planChecks(changed)
const tests = findTests()
const run = tests.fast.slice(0, maxTests)
const leftOut = [...tests.fast.slice(maxTests), ...tests.slow]
const checks: [name: string, command: string, ...parameters: string[]][] = [
  ['format and lint', 'biome', 'check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...files],
  ['names', 'node', 'scripts/check-names.ts', ...files],
  ...(checksTexts ? [['texts', 'node', 'scripts/check-texts.ts'] as [string, string, ...string[]]] : []),
  ...projects.map((project): [string, string, ...string[]] => [
    `types of ${project}`,
    ...(['tsc', '-p', `tsconfig.${project}.json`, '--incremental', '--tsBuildInfoFile'] as const),
    `node_modules/.cache/tsc/${project}.json`,
  ]),
  ...(run.length ? [['tests', 'vitest', 'run', ...run] as [string, string, ...string[]]] : []),
]
const results = await Promise.all(checks.map(runCheck))
if (leftOut.length)
  console.log(`Tests left out, as they are many or start a database:
  npm exec -- vitest run ${leftOut.join(' ')}`)
console.log(`${changed.length} files in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
process.exitCode = results.every(Boolean) ? 0 : 1

function listChangedFiles(): string[] {
  const bases = process.argv[2] ? [process.argv[2]] : ['main', 'origin/main']
  const base = bases.map((name) => readGit('merge-base', 'HEAD', name)).find((commit) => commit) ?? ['HEAD']
  const edited = readGit('diff', '--name-only', '--diff-filter=ACMR', base[0]!) ?? []
  const added = readGit('ls-files', '--others', '--exclude-standard') ?? []
  return [...new Set([...edited, ...added])]
}

function readGit(...parameters: string[]): string[] | undefined {
  try {
    const output = execFileSync('git', parameters, { encoding: 'utf8', stdio: 'pipe' })
    return output.split('\n').filter(Boolean)
  } catch {
    return undefined
  }
}

function findTests() {
  const isTest = (file: string) => /\.test\.tsx?$/.test(file)
  const texts = new Map(
    globSync('{src,db,scripts}/**/*.{ts,tsx}').map((file) => [file, readFileSync(file, 'utf8')] as const),
  )
  const imports = [...texts].flatMap(([file, text]) => importsIn(file, text))
  return selectTests({ changed, tests: new Map([...texts].filter(([file]) => isTest(file))), imports })
}

async function runCheck([name, command, ...parameters]: (typeof checks)[number]): Promise<boolean> {
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise((done) => child.on('close', done).on('error', () => done(1)))
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
  if (code !== 0) console.log(Buffer.concat(output).toString())
  return code === 0
}
