// Creates the demonstration retailer on the database of the environment, and reports progress to the parent process.
import { createDemo, type DemoOutcome, type DemoStep } from '#db/demo/create-demo.ts'
import type { DB } from '#db/tables.ts'
import { createKysely } from '#kit/server/database.ts'
import { openFiles } from '../wiring/context.ts'
import { readConfig } from './config.ts'
import { openDatabaseForCommand } from './open-database.ts'

export type DemoMessage = { step: DemoStep; done: number } | { outcome: DemoOutcome }

const sendToParent = (message: DemoMessage) => process.send!(message)
const config = readConfig(process.env)
const { pool, close } = await openDatabaseForCommand(config)
const outcome = await createDemo({
  db: createKysely<DB>(pool),
  files: openFiles(config),
  now: new Date(),
  password: config.demoPassword,
  onProgress: (step, done) => sendToParent({ step, done }),
})
await close()
sendToParent({ outcome })
process.disconnect()
