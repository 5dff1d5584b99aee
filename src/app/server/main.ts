import { holdsDemo, readDemoAccess } from '#db/demo/demo-logins.ts'
import { createFirstOperatorLink, operatorLinkAddress } from '#domains/operators/desk/server/operator-links.ts'
import about from '../../../package.json' with { type: 'json' }
import { makeApp } from './app.ts'
import { isFromProxy } from './http/http-server.ts'
import { checkDatabase } from './process/check-database.ts'
import { type Config, readConfig } from './process/config.ts'
import { startDayCounts } from './process/day-counts.ts'
import { createDemoProgress, describeDemoAccess } from './process/demo-report.ts'
import { drain } from './process/drain.ts'
import { EnvironmentError, findMisspeltVariables } from './process/environment.ts'
import { startFailureReports } from './process/failure-reports.ts'
import { startJobs } from './process/jobs.ts'
import { migrateUnderLock, requireMigrated } from './process/migration.ts'
import { type OpenDatabase, openDatabase } from './process/open-database.ts'
import { serveOperations } from './process/operations.ts'
import { startOutboundHealth } from './process/outbound-health.ts'
import { createDemoInChildProcess } from './process/start-demo-process.ts'
import { explainFailedStart } from './process/start-failure.ts'
import { refuseUnsafeStart, startWarnings } from './process/start-safety.ts'
import { type Context, makeContext } from './wiring/context.ts'

await start().catch((error) => {
  console.error(explainFailedStart(error))
  process.exit(1)
})

async function start() {
  const config = readConfig(process.env)
  for (const warning of findMisspeltVariables(process.env)) logEarly({}, warning)
  refuseUnsafeStart(config)
  const tracing = await loadTracing(config)
  const database = await openDatabase(config)
  for (const warning of await checkDatabase(database, config)) logEarly({}, warning)
  const demo = config.role === 'all' ? await prepareDatabase(config, database) : await requireMigrated(database)
  const context = await makeContext({ config, pool: database.pool, log: { warn: logEarly } as never })
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
  for (const warning of startWarnings(conditions)) logEarly({}, warning)
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
  return config.demo !== 'off' ? await createDemoInChildProcess(createDemoProgress()) : undefined
}

// Loaded before the database is opened, and only if traces are enabled: it takes memory.
async function loadTracing(config: Config) {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  const { startTracing } = await import('./process/tracing.ts')
  return startTracing({ isFromProxy: (request) => isFromProxy(request, config) })
}

// Logs before the server's logger exists, in the same line format.
function logEarly(details: object, message: string) {
  console.log(JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, ...details, msg: message }))
}
