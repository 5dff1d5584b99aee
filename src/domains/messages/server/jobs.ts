import { startPollingLoop } from '#kit/server/polling-loop.ts'
import { type SendMessagesDeps, sendDueMessages } from './send-messages.ts'

/**
 * Starts the job that sends waiting messages. Any number of servers may run it concurrently. `stop` resolves once
 * nothing is in progress any more.
 */
export function startMessageJobs(deps: SendMessagesDeps): { stop(): Promise<void> } {
  let isEnding = false
  const sending = startPollingLoop(() => sendDueMessages(deps, () => isEnding), {
    everySeconds: 1,
    name: 'send messages',
    log: deps.log,
  })
  return {
    async stop() {
      isEnding = true
      await sending.stop()
      deps.mail.close?.()
    },
  }
}
