import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DemoOutcome, OnDemoProgress } from '#db/demo/create-demo.ts'
import type { DemoMessage } from './demo-process.ts'

// It makes much that soon is garbage: with the small space that suits a server, it would collect a third of the time.
const makerOptions = ['--max-semi-space-size=32']

/**
 * Creates the demonstration retailer in an empty database. This runs in a separate process, so that its memory is
 * released before the portal runs; the embedded database must be open in this one.
 */
export function createDemoInChildProcess(onProgress: OnDemoProgress): Promise<DemoOutcome> {
  const maker = fork(fileURLToPath(new URL('./demo-process.ts', import.meta.url)), { execArgv: makerOptions })
  return new Promise((done, fail) => {
    let outcome: DemoOutcome | undefined
    maker.on('message', (message: DemoMessage) => {
      if ('outcome' in message) outcome = message.outcome
      else onProgress(message.step, message.done)
    })
    maker.on('error', fail)
    maker.on('exit', () =>
      outcome ? done(outcome) : fail(new Error('The demo retailer could not be created; see above.')),
    )
  })
}
