// `npm run try-failover`: runs two servers and two workers behind HAProxy on a PostgreSQL with a replica, all on this
// machine, and ends one after the other while customers are active. Prints its findings, and exits with 1 if they are
// not what docs/running/failover.md promises.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkMails } from './failover/check-mails.ts'
import { type Cluster, startCluster } from './failover/cluster.ts'
import { createFindings } from './failover/findings.ts'
import { startLoad } from './failover/generate-load.ts'
import { createPortalPrograms } from './failover/portal-programs.ts'
import { startTrial, type TrialLoads } from './failover/trial.ts'
import { tryDatabaseFailover } from './failover/try-database-failover.ts'
import { trySigkill, trySigterm, tryWorkers } from './failover/try-ending-programs.ts'
import { trySessions, trySettings } from './failover/try-shared-state.ts'
import { findPostgresFolder, isInstalled } from './running/programs.ts'

const limitSeconds = 400

const bin = findPostgresFolder()
if (!bin || !isInstalled('haproxy')) {
  console.error('This requires the PostgreSQL and HAProxy programs: apt-get install postgresql haproxy.')
  process.exit(2)
}

const findings = createFindings()
const folder = await mkdtemp(join(tmpdir(), 'llum-failover-'))
const programs = createPortalPrograms(folder)
let cluster: Cluster | undefined
const timeout = setTimeout(() => {
  console.error(`It took more than ${limitSeconds} s.`)
  cluster?.stop()
  process.exit(1)
}, limitSeconds * 1000)

try {
  cluster = await startCluster({ folder, bin })
  await tryEverything(cluster)
} catch (error) {
  findings.report('it can be tried to the end', false, (error as Error).message)
} finally {
  await programs.killAll()
  cluster?.stop()
  clearTimeout(timeout)
}
const failedCount = findings.failedCount()
console.log(
  failedCount ? `\n${failedCount} of ${findings.count()} do not hold; logs in ${folder}` : '\nAll of it holds.',
)
if (!failedCount) await rm(folder, { recursive: true })
process.exit(failedCount ? 1 : 0)

async function tryEverything(cluster: Cluster) {
  const trial = await startTrial({ cluster, programs, findings, folder })
  await trySessions(trial)
  await trySettings(trial)

  const { origin, tokens, contracts, mailbox } = trial
  const loads: TrialLoads = { proxied: startLoad({ origin, tokens, contracts, pauseMilliseconds: 150 }) }
  await trySigterm(trial, loads.proxied)
  await trySigkill(trial, loads)
  await tryWorkers(trial)
  const sentBefore = mailbox.messageIds.length
  await tryDatabaseFailover(trial, loads)
  await loads.proxied.stop()
  await checkMails(trial, loads, sentBefore)
  mailbox.close()
}
