import { demoAccess, holdsDemo } from '#db/demo/demo-logins.ts'
import { firstOperatorLink, operatorLinkAddress } from '#desks/operators/server/invite.ts'
import about from '../../../package.json' with { type: 'json' }
import { makeApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { type Context, makeContext } from './context.ts'
import { startCounting } from './day-counting.ts'
import { makeDemo } from './demo.ts'
import { demoProgress, describeAccess } from './demo-report.ts'
import { drain } from './drain.ts'
import { EnvironmentProblem, misspeltVariables } from './environment.ts'
import { reportFailures } from './failures.ts'
import { isFromProxy } from './http.ts'
import { startJobs } from './jobs.ts'
import { migrateUnderLock, requireMigrated } from './migration.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { serveOperations } from './operations.ts'
import { startHealth } from './outside-health.ts'
import { explainFailedStart } from './start-failure.ts'
import { doubtsAtStart, refuseUnsafeStart } from './start-safety.ts'
import { checkDatabase } from './wrong-database.ts'

await start().catch((error) => {
  console.error(explainFailedStart(error))
  process.exit(1)
})

async function start() {
  const config = readConfig(process.env)
  for (const warning of misspeltVariables(process.env)) tellEarly({}, warning)
  refuseUnsafeStart(config)
  const tracing = await tracingOf(config)
  const database = await openDatabase(config)
  for (const doubt of await checkDatabase(database, config)) tellEarly({}, doubt)
  const demo = config.role === 'all' ? await prepare(config, database) : await requireMigrated(database)
  const context = await makeContext({ config, pool: database.pool, log: { warn: tellEarly } as never })
  refuseDemoOfOthers(context)
  await tellDoubts(context)
  const app = await makeApp(context, { follow: tracing?.follow })
  const endReports = reportFailures({ ...context, release: about.version, log: app.log })
  const counting = startCounting({ ...context, log: app.log })
  const health = startHealth({ ...context, log: app.log })
  const operations = config.metrics && (await serveOperations(context, config.metrics))
  if (config.role === 'worker') await app.ready()
  else await app.listen({ port: config.port, host: config.host })
  const jobs = config.role === 'server' ? undefined : await startJobs(context, app)
  if (config.role === 'all') console.log(`\nLlum is at http://localhost:${config.port}${config.basePath}/\n`)
  if (demo === 'not_empty')
    console.log('The database has customers of its own, so there is no demo retailer (DEMO=off).\n')
  else if (demo) {
    console.log(`${describeAccess(await demoAccess(context.db, config.demoPassword))}\n`)
    console.log(`What the portal sends is at http://localhost:${config.port}${config.basePath}/demo/mail\n`)
  }
  if (config.role === 'all' && (!demo || demo === 'not_empty')) await tellFirstOperator(context)

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      // Who ends it by hand does not want to wait.
      const noticeSeconds = signal === 'SIGTERM' ? config.drainSeconds : 0
      const isDone = await drain({ app, readiness: context.readiness, jobs, noticeSeconds })
      if (!isDone) process.exit(1)
      endReports()
      await app.close()
      await counting.stop()
      await health.stop()
      await operations?.close()
      await tracing?.stop()
      await database.close()
      process.exit(0)
    })
}

// Who says that it is the demonstration must be right: its mails are read and its invoices paid by anybody.
function refuseDemoOfOthers({ config, isDemo }: Context) {
  if (config.demo !== 'on' || isDemo) return
  throw new EnvironmentProblem(
    config.role === 'all'
      ? 'DEMO=on, but the database has customers of its own: leave DEMO out, or use another database.'
      : `DEMO=on, but the database does not hold the demo retailer: it is made by a start without ROLE=${config.role}.`,
  )
}

async function tellDoubts({ config, isDemo, db, settings }: Context) {
  const { platforms } = settings.now().payment
  const conditions = { config, isDemo, holdsDemo: isDemo || (await holdsDemo(db)), platforms }
  for (const doubt of doubtsAtStart(conditions)) tellEarly({}, doubt)
}

// Whoever starts the portal may keep it until somebody else does.
async function tellFirstOperator({ config, db, clock }: Context) {
  const secret = await firstOperatorLink(db, clock())
  if (!secret) return
  const address = operatorLinkAddress(config, secret)
  console.log(
    `Nobody keeps this portal yet. The first operator begins here, once and within three days:\n\n  ${address}\n`,
  )
}

async function prepare(config: Config, database: OpenDatabase) {
  await migrateUnderLock(config, database)
  return config.demo !== 'off' ? await makeDemo(demoProgress()) : undefined
}

// Loaded before the database is opened, and only by those who want traces: it takes memory.
async function tracingOf(config: Config) {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  const { startTracing } = await import('./tracing.ts')
  return startTracing({ isFromProxy: (request) => isFromProxy(request, config) })
}

// What is told before there is a server to log it, as a line like its own.
function tellEarly(details: object, message: string) {
  console.log(JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, ...details, msg: message }))
}
