import { repeat } from '#kit/server/repeat.ts'
import { type SendingNeeds, sendNextMessage } from './send-messages.ts'

/** Sends what waits to be sent. Any number of servers may do it at once. `stop` ends when nothing is under way any more. */
export function startMessageJobs(needs: SendingNeeds): { stop(): Promise<void> } {
  return repeat(() => sendNextMessage(needs), { everySeconds: 1, name: 'send messages', log: needs.log })
}
