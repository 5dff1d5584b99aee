import { findExistingDemo, holdsDemo, readDemoAccess } from '#db/demo/demo-logins.ts'
import type { DB } from '#db/tables.ts'
import { createFirstOperatorLink, operatorLinkAddress } from '#domains/operators/desk/server/operator-links.ts'
import { createKysely } from '#kit/server/database.ts'
import about from '../../../package.json' with { type: 'json' }
import { makeApp } from './app.ts'
import type { Config } from './process/config.ts'
import { startDayCounts } from './process/day-counts.ts'
import { createDemoProgress, describeDemoAccess } from './process/demo-report.ts'
import { drain } from './process/drain.ts'
import { logEarly } from './process/early-log.ts'
import { EnvironmentError } from './process/environment.ts'
import { startFailureReports } from './process/failure-reports.ts'
import { startJobs } from './process/jobs.ts'
import { migrateUnderLock, requireMigrated } from './process/migration.ts'
import type { OpenDatabase } from './process/open-database.ts'
import { serveOperations } from './process/operations.ts'
import { startOutboundHealth } from './process/outbound-health.ts'
import { createDemoInChildProcess } from './process/start-demo-process.ts'
import { startWarnings } from './process/start-safety.ts'
import type { Tracing } from './process/tracing.ts'
import { type Context, makeContext } from './wiring/context.ts'

type PortalDeps = {
  config: Config
  database: OpenDatabase
  tracing: Tracing | undefined
  whenBuilt: Promise<void> | undefined
}

/** Prepares the database, answers requests and runs the jobs, as the role says, until a signal ends the process. */
export async function runPortal({ config, database, tracing, whenBuilt }: PortalDeps) {
  const demo = config.role === 'all' ? await prepareDatabase(config, database) : await requireMigrated(database)
  await whenBuilt
  const context = await makeContext({
    config,
    pool: database.pool,
    log: { warn: (details: object, message: string) => logEarly(message, details) } as never,
  })
  refuseForeignDemo(context)
  await logStartWarnings(context)
  const app = await makeApp(context, { attachTracing: tracing?.attach })
  const stopFailureReports = startFailureReports({ ...context, release: about.version, log: app.log })
  const counting = startDayCounts({ ...context, log: app.log })
  const health = startOutboundHealth({ ...context, log: app.log })
  const operations = config.metrics && (await serveOperations(context, config.metrics))
  if (config.role === 'worker') await app.ready()
  else await app.listen({ port: config.port, host: config.host })
  const jobs = config.role === 'server' ? undefined : await startJobs(context, app)
  if (config.role === 'all') console.log(`\nLlum is at http://localhost:${config.port}${config.basePath}/\n`)
  if (demo === 'not_empty')
    console.log('The database has customers of its own, so there is no demo retailer (DEMO=off).\n')
  else if (demo) {
    console.log(`${describeDemoAccess(await readDemoAccess(context.db, config.demoPassword))}\n`)
    console.log(`What the portal sends is at http://localhost:${config.port}${config.basePath}/demo/mail\n`)
  }
  if (config.role === 'all' && (!demo || demo === 'not_empty')) await printFirstOperatorLink(context)

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      // A manual stop need not wait.
      const noticeSeconds = signal === 'SIGTERM' ? config.drainSeconds : 0
      const isDone = await drain({ app, readiness: context.readiness, jobs, noticeSeconds })
      if (!isDone) process.exit(1)
      stopFailureReports()
      await app.close()
      await counting.stop()
      await health.stop()
      await operations?.close()
      await tracing?.stop()
      await database.close()
      process.exit(0)
    })
}

// DEMO=on is only accepted for the demo retailer's database: anyone can read its mails and pay its invoices.
function refuseForeignDemo({ config, isDemo }: Context) {
  if (config.demo !== 'on' || isDemo) return
  throw new EnvironmentError(
    config.role === 'all'
      ? 'DEMO=on, but the database has customers of its own: leave DEMO out, or use another database.'
      : `DEMO=on, but the database does not hold the demo retailer: it is made by a start without ROLE=${config.role}.`,
  )
}

async function logStartWarnings({ config, isDemo, db, settings }: Context) {
  const { platforms } = settings.now().payment
  const conditions = { config, isDemo, holdsDemo: isDemo || (await holdsDemo(db)), platforms }
  for (const warning of startWarnings(conditions)) logEarly(warning)
}

// The person who starts the portal may become its first operator while there is none.
async function printFirstOperatorLink({ config, db, clock }: Context) {
  const secret = await createFirstOperatorLink(db, clock())
  if (!secret) return
  const address = operatorLinkAddress(config, secret)
  console.log(
    `This portal has no operator yet. Create the first operator with this link, which works once and for three days:\n\n  ${address}\n`,
  )
}

async function prepareDatabase(config: Config, database: OpenDatabase) {
  await migrateUnderLock(config, database)
  if (config.demo === 'off') return undefined
  // The process that creates a demo loads much of the program, which a start that finds one need not wait for.
  const existing = await findExistingDemo(createKysely<DB>(database.pool))
  return existing ?? (await createDemoInChildProcess(createDemoProgress()))
}
