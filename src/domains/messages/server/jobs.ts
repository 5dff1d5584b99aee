import { repeat } from '#kit/server/repeat.ts'
import { type SendingNeeds, sendDueMessages } from './send-messages.ts'

/** Sends what waits to be sent. Any number of servers may do it at once. `stop` ends when nothing is under way any more. */
export function startMessageJobs(needs: SendingNeeds): { stop(): Promise<void> } {
  let isEnding = false
  const sending = repeat(() => sendDueMessages(needs, () => isEnding), {
    everySeconds: 1,
    name: 'send messages',
    log: needs.log,
  })
  return {
    async stop() {
      isEnding = true
      await sending.stop()
      needs.mail.close?.()
    },
  }
}
