import { createDemoProgress, describeDemoAccess } from '#app/server/process/demo-report.ts'
import { openFiles } from '#app/server/wiring/context.ts'
import { resetDemo } from '#db/demo/create-demo.ts'
import { readDemoAccess } from '#db/demo/demo-logins.ts'
import { type Command, CommandError } from '../command.ts'

export const demoResetCommand: Command = {
  name: 'demo reset',
  parameters: '',
  summary: 'Resets the demo retailer: discards everything done in it, keeps its passwords.',
  async run({ config, db, now, output }) {
    if (config.demo === 'off') throw new CommandError('There is no demo retailer here: DEMO is off.')
    const password = config.demoPassword
    const outcome = await resetDemo({
      db,
      files: openFiles(config),
      now,
      password,
      onProgress: createDemoProgress(output.progress),
    })
    if (outcome === 'not_empty')
      throw new CommandError('The customers in this database are not those of the demo, so it stays as it is.')
    return describeDemoAccess(await readDemoAccess(db, password))
  },
}
