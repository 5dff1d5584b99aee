import { filesOf } from '#app/server/context.ts'
import { demoProgress, describeAccess } from '#app/server/demo-report.ts'
import { resetDemo } from '#db/demo/create-demo.ts'
import { demoAccess } from '#db/demo/demo-logins.ts'
import { type Command, CommandError } from '../command.ts'

export const demoReset: Command = {
  name: 'demo reset',
  parameters: '',
  summary: 'Makes the demo retailer anew; whatever was done in it is gone, its passwords stay.',
  async run({ config, db, now, output }) {
    if (config.demo === 'off') throw new CommandError('There is no demo retailer here: DEMO is off.')
    const password = config.demoPassword
    const outcome = await resetDemo({
      db,
      files: filesOf(config),
      now,
      password,
      onProgress: demoProgress(output.progress),
    })
    if (outcome === 'not_empty')
      throw new CommandError('The customers in this database are not those of the demo, so it stays as it is.')
    return describeAccess(await demoAccess(db, password))
  },
}
