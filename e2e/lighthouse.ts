// `npm run lighthouse`: measures every page that visitors see without a session with Lighthouse, on its simulated slow phone,
// and prints the scores by page and category. A page passes if three of at most five runs give it 100 in all of them; exits with 1
// if one does not. `npm run lighthouse -- /login /contact` measures only these. Lighthouse takes 180 MB, and is therefore not
// among the packages of the portal: npm fetches it, in the version below.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { RenderingProgram } from '#app/rendering-program.ts'
import { findChromium } from './find-chromium.ts'
import { portalFolderPath } from './start-portal.ts'
import { startProgram } from './start-program.ts'

const program = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const maxRuns = 5
const runsToPass = 3
const maxSecondsPerRun = 180
const browserFlags = '--headless --no-sandbox --disable-gpu'

type Category = (typeof categories)[number]
type Scores = Record<Category, number>
type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null }>
}
type Run = { scores: Scores; lost: string[] }

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'llum-lighthouse-'))
const { address, stop } = await startProgram({ demoPassword: 'Una-llum-encesa-7' })
try {
  const paths = await findPublicPaths(process.argv.slice(2))
  const table: Record<string, object> = {}
  let allPass = true
  for (const path of paths) {
    const runs = await measurePage(path)
    allPass &&= passes(runs)
    table[path] = describe(runs)
    console.log(path, passes(runs) ? 'passes' : 'fails', JSON.stringify(table[path]))
  }
  console.table(table)
  process.exitCode = allPass ? 0 : 1
} finally {
  await stop()
  await rm(folder, { recursive: true })
}

/** Returns the paths that answer a visitor without a session with a page of their own. */
async function findPublicPaths(chosen: readonly string[]): Promise<string[]> {
  const built = pathToFileURL(join(portalFolderPath(), 'server/entry-server.js')).href
  const { pages } = (await import(built)) as RenderingProgram
  const paths = pages.map(({ path }) => path).filter((path) => !path.includes('$'))
  const selected = chosen.length ? paths.filter((path) => chosen.includes(path)) : paths
  const statuses = await Promise.all(selected.map(async (path) => (await visit(path)).status))
  return selected.filter((_, index) => statuses[index] === 200)
}

function visit(path: string): Promise<Response> {
  return fetch(address + path, { redirect: 'manual', headers: { 'accept-language': 'en' } })
}

async function measurePage(path: string): Promise<Run[]> {
  const isListed = !(await (await visit(path)).text()).includes('name="robots" content="noindex"')
  const runs: Run[] = []
  while (runs.length < maxRuns && !passes(runs) && canPass(runs)) runs.push(await measureOnce(path, isListed))
  return runs
}

async function measureOnce(path: string, isListed: boolean): Promise<Run> {
  const file = join(folder, 'report.json')
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${browserFlags}`]
  // A page that search engines shall not list says so, and has nothing for them to show.
  const skipped = isListed ? [] : ['--skip-audits=is-crawlable,meta-description']
  const parameters = ['exec', '--yes', `--package=${program}`, '--', 'lighthouse', address + path]
  await run('npm', [...parameters, `--only-categories=${categories}`, ...options, ...skipped], {
    env: { ...process.env, CHROME_PATH: findChromium() },
    timeout: maxSecondsPerRun * 1000,
  })
  const report = JSON.parse(await readFile(file, 'utf8')) as Report
  const scoreOf = (category: Category) => Math.round((report.categories[category].score ?? 0) * 100)
  const lost = categories
    .flatMap((category) => report.categories[category].auditRefs.filter(({ weight }) => weight > 0))
    .filter(({ id }) => (report.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
  return { scores: Object.fromEntries(categories.map((name) => [name, scoreOf(name)])) as Scores, lost }
}

function passes(runs: readonly Run[]): boolean {
  return runs.filter(isWhole).length >= runsToPass
}

function canPass(runs: readonly Run[]): boolean {
  return runs.filter((each) => !isWhole(each)).length <= maxRuns - runsToPass
}

function isWhole({ scores }: Run): boolean {
  return categories.every((category) => scores[category] === 100)
}

/** Returns the scores of all runs by category, and the audits that cost points. */
function describe(runs: readonly Run[]) {
  const columns = categories.map((category) => [category, runs.map(({ scores }) => scores[category]).join(' ')])
  return { ...Object.fromEntries(columns), lost: [...new Set(runs.flatMap(({ lost }) => lost))].join(' ') }
}
