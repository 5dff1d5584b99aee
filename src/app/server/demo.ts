import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DemoOutcome, Progress } from '#db/demo/create-demo.ts'
import type { DemoMessage } from './demo-maker.ts'

/**
 * Makes the demonstration retailer in an empty database. It is done by a process of its own, so that the memory it takes is
 * gone when the portal runs; the embedded database has to be open in this one.
 */
export function makeDemo(onProgress: Progress): Promise<DemoOutcome> {
  const maker = fork(fileURLToPath(new URL('./demo-maker.ts', import.meta.url)))
  return new Promise((done, fail) => {
    let outcome: DemoOutcome | undefined
    maker.on('message', (message: DemoMessage) => {
      if ('outcome' in message) outcome = message.outcome
      else onProgress(message.step, message.done)
    })
    maker.on('error', fail)
    maker.on('exit', () =>
      outcome ? done(outcome) : fail(new Error('The demo retailer could not be made; see above.')),
    )
  })
}
