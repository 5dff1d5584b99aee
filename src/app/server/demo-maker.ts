// Makes the demonstration retailer on the database of the environment, telling the process that started it how far it is.
import { createDemo, type DemoOutcome, type DemoStep } from '#db/demo/create-demo.ts'
import type { DB } from '#db/tables.ts'
import { queries } from '#kit/server/database.ts'
import { readConfig } from './config.ts'
import { filesOf } from './context.ts'
import { openDatabaseForCommand } from './open-database.ts'

export type DemoMessage = { step: DemoStep; done: number } | { outcome: DemoOutcome }

const tell = (message: DemoMessage) => process.send!(message)
const config = readConfig(process.env)
const { pool, close } = await openDatabaseForCommand(config)
const outcome = await createDemo({
  db: queries<DB>(pool),
  files: filesOf(config),
  now: new Date(),
  password: config.demoPassword,
  onProgress: (step, done) => tell({ step, done }),
})
await close()
tell({ outcome })
process.disconnect()
