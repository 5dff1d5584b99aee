import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { templateDatabase } from '#app/server/testing/test-database.ts'
import type { Findings } from '../failover/findings.ts'
import { databaseHelpers } from '../fast/select-tests.ts'
import type { Cluster } from './cluster.ts'
import { createMigratedDatabase, distribute, dropFromNodes, onDatabase } from './distributed-database.ts'
import { explainedFailures } from './explained-failures.ts'

const shardCount = 4
// As in .ci/run: the tests that use a database, and the journeys that write most.
const databaseUse = new RegExp(databaseHelpers.join('|'))
const journeys = [
  'e2e/sign-in.test.ts',
  'e2e/pay-an-invoice.test.ts',
  'e2e/contracts.test.ts',
  'e2e/cheaper-hours-and-own-data.test.ts',
]

type Report = { testResults: { name: string; status: string; assertionResults: { status: string; title: string }[] }[] }

/**
 * Runs the tests that use a database on the cluster, those of files whose path begins with `pathStart`, each file on a copy of
 * a distributed template.
 */
export async function runSuite(
  cluster: Cluster,
  { folder, findings, pathStart }: { folder: string; findings: Findings; pathStart: string },
) {
  await prepareTemplate(cluster, folder)
  const output = join(folder, 'suite.json')
  const files = [...listDatabaseTests(), ...journeys].filter((file) => file.startsWith(pathStart))
  await runVitest([...files, '--reporter=dot', '--reporter=json', `--outputFile.json=${output}`], {
    TEST_DATABASE_URL: cluster.coordinator,
    TEST_DATABASE_WORKERS: cluster.workers.join(),
  })
  reportFailures(JSON.parse(readFileSync(output, 'utf8')) as Report, findings)
  await dropFromNodes(cluster, templateDatabase)
}

async function prepareTemplate(cluster: Cluster, folder: string) {
  await dropFromNodes(cluster, templateDatabase)
  await createMigratedDatabase(cluster, templateDatabase, folder)
  await distribute(cluster, templateDatabase, shardCount)
  // A database is copied only while nobody is connected to it, Citus' own processes included.
  for (const node of [cluster.coordinator, ...cluster.workers])
    await onDatabase(node, async (pool) => {
      await pool.query(`alter database ${templateDatabase} allow_connections false`)
      await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [templateDatabase])
    })
}

function listDatabaseTests(): string[] {
  const files = ['src/**/*.test.ts', 'db/**/*.test.ts', 'scripts/**/*.test.ts'].flatMap((pattern) => globSync(pattern))
  return files.filter((file) => databaseUse.test(readFileSync(file, 'utf8')))
}

function runVitest(options: string[], environment: Record<string, string>): Promise<void> {
  const runner = new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).pathname
  return new Promise((done) => {
    const child = spawn(process.execPath, [runner, 'run', ...options], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('close', () => done())
  })
}

function reportFailures({ testResults }: Report, findings: Findings) {
  const passed = testResults.flatMap((file) => file.assertionResults.filter(({ status }) => status === 'passed'))
  const failed = testResults.filter(({ status }) => status === 'failed')
  const fileOf = (name: string) => name.slice(process.cwd().length + 1)
  for (const { name, assertionResults } of failed) {
    const reason = explainedFailures[fileOf(name)]
    const titles = assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title)
    if (reason) console.log(`     ${fileOf(name)}: ${titles.length} tests ${reason}`)
    else findings.report(fileOf(name), false, titles.slice(0, 3).join('; '))
  }
  const unexplained = failed.filter(({ name }) => !explainedFailures[fileOf(name)])
  findings.report(
    'the tests that use a database hold on the cluster',
    unexplained.length === 0,
    `${passed.length} tests of ${testResults.length} files; ${failed.length - unexplained.length} files with explained exceptions`,
  )
}
