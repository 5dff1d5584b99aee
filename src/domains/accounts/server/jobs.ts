import { repeat } from '#kit/server/repeat.ts'
import { type AnsweringNeeds, answerNextRequest } from './answer-requests.ts'

/** Answers by mail what was asked for without a session. Any number of servers may do it at once. */
export function startAccountJobs(needs: AnsweringNeeds): { stop(): Promise<void> } {
  return repeat(() => answerNextRequest(needs), { everySeconds: 1, name: 'answer account requests', log: needs.log })
}
