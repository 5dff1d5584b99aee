import type { DatabaseWatch } from '#kit/server/database-watch.ts'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob } from '#kit/server/queue-job.ts'
import { outboxQueue } from './outbox.ts'
import { createMessageWorker, type SendMessagesDeps } from './send-messages.ts'

/**
 * Starts the job that sends waiting messages. Any number of servers may run it concurrently. `stop` resolves once
 * no message is being sent any more, and closes the connections to the SMTP server.
 */
export function startMessageJobs({ watch, ...deps }: SendMessagesDeps & { watch: DatabaseWatch }): PollingLoop {
  const { mail, clock, log } = deps
  const sending = startQueueJob(outboxQueue, createMessageWorker(deps), { name: 'send messages', watch, clock, log })
  return {
    async stop() {
      await sending.stop()
      mail.close?.()
    },
  }
}
