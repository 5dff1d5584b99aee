import { demoAccess } from '#db/demo/demo-logins.ts'
import { migrate } from '#db/migrate.ts'
import { startCreditJobs } from '#domains/batteries/server/expire-credits.ts'
import { startLeadJobs } from '#domains/leads/server/jobs.ts'
import { startUploadJobs } from '#domains/uploads/server/jobs.ts'
import { queries } from '#kit/server/database.ts'
import { accountJobs } from './accounts.ts'
import { makeApp } from './app.ts'
import { readConfig } from './config.ts'
import { makeContext } from './context.ts'
import { makeDemo } from './demo.ts'
import { demoProgress, describeAccess } from './demo-report.ts'
import { messageJobs } from './messages.ts'
import { openDatabase } from './open-database.ts'
import { paymentJobs } from './payments.ts'
import { profileJobs } from './profile.ts'
import { signatureJobs } from './signatures.ts'
import { explainFailedStart } from './start-failure.ts'

await start().catch((error) => {
  console.error(explainFailedStart(error))
  process.exit(1)
})

async function start() {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  await migrate(queries<never>(database.pool))
  const demo = config.isDemo ? await makeDemo(demoProgress()) : undefined
  const context = await makeContext({ config, pool: database.pool, log: console as never })
  const app = await makeApp(context)
  await app.listen({ port: config.port, host: config.host })
  const jobs = await paymentJobs(context, app)
  const mailJobs = await messageJobs(context, app)
  const accounts = accountJobs(context, app)
  const signing = signatureJobs(context, app)
  const exportJobs = profileJobs(context, app)
  const uploadJobs = startUploadJobs({ ...context, log: app.log })
  const leadJobs = startLeadJobs({ ...context, log: app.log })
  const creditJobs = startCreditJobs({ ...context, log: app.log })
  console.log(`\nLlum is at http://localhost:${config.port}${config.basePath}/\n`)
  if (demo === 'not_empty')
    console.log('The database has customers of its own, so there is no demo retailer (DEMO=off).\n')
  else if (demo) {
    console.log(`${describeAccess(await demoAccess(context.db, config.demoPassword))}\n`)
    console.log(`What the portal sends is at http://localhost:${config.port}${config.basePath}/demo/mail\n`)
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await Promise.all([
        jobs.stop(),
        mailJobs.stop(),
        accounts.stop(),
        signing.stop(),
        uploadJobs.stop(),
        leadJobs.stop(),
        creditJobs.stop(),
        exportJobs.stop(),
      ])
      await app.close()
      await database.close()
      process.exit(0)
    })
}
