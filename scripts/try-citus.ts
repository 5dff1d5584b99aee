// `npm run try-citus [-- postgres://coordinator/postgres]`: distributes the demo over a Citus cluster, of this machine
// unless an address is given, visits it by the role for servers, moves a part of its tables and ends a worker under load,
// compares its speed with that of one node, and runs the tests that use a database on it. Prints its findings, and exits with
// 1 if they are not what docs/running/scale.md promises. `--without-suite` leaves out the tests, which take some minutes;
// `--tests-of=src/domains/debit-returns` runs nothing but the tests of files whose path begins like this.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, connectToCluster, installationHint, isCitusInstalled, startCluster } from './citus/cluster.ts'
import { measureSpeeds } from './citus/measure-speeds.ts'
import { runSuite } from './citus/run-suite.ts'
import { startTrial, type Trial } from './citus/trial.ts'
import { startCustomers } from './citus/try-load.ts'
import { tryShardMove, tryWorkerLoss } from './citus/try-nodes.ts'
import { tryPages } from './citus/try-pages.ts'
import { tryRoles } from './citus/try-roles.ts'
import { createFindings } from './failover/findings.ts'
import { findPostgresFolder } from './running/programs.ts'

const options = process.argv.slice(2)
const address = options.find((option) => !option.startsWith('--'))
const testsOf = options.find((option) => option.startsWith('--tests-of='))?.slice('--tests-of='.length)
const bin = findPostgresFolder()
if (!address && !(bin && isCitusInstalled(bin))) {
  console.error(installationHint)
  process.exit(2)
}

const findings = createFindings()
const folder = await mkdtemp(join(tmpdir(), 'llum-citus-'))
let cluster: Cluster | undefined
let trial: Trial | undefined
try {
  cluster = address ? await connectToCluster(address) : await startCluster({ folder, bin: bin! })
  if (testsOf === undefined) {
    trial = await startTrial(cluster, { folder, findings })
    await tryEverything(trial)
    await trial.stop()
  }
  if (!options.includes('--without-suite')) await runSuite(cluster, { folder, findings, pathStart: testsOf ?? '' })
} catch (error) {
  findings.report('it can be tried to the end', false, (error as Error).message)
} finally {
  await trial?.stop().catch(() => {})
  cluster?.stop()
}
const failedCount = findings.failedCount()
console.log(
  failedCount ? `\n${failedCount} of ${findings.count()} do not hold; logs in ${folder}` : '\nAll of it holds.',
)
if (!failedCount) await rm(folder, { recursive: true })
process.exit(failedCount ? 1 : 0)

async function tryEverything(trial: Trial) {
  await tryPages(trial)
  await measureSpeeds(trial)
  const customers = await startCustomers(trial)
  await tryShardMove(trial, customers)
  await tryWorkerLoss(trial, customers)
  await customers.stop()
  await tryRoles(trial)
}
