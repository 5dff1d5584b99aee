import { Refused } from '../../refusal.ts'

/**
 * Replies to a save that conflicts with another operator's: the first call is refused with the current values, later
 * ones succeed. Also returns all bodies sent.
 */
export function refuseFirstSave<Answer>(code: string, current: object, reply: Answer) {
  const sentBodies: unknown[] = []
  function save({ body }: { body?: unknown }): Answer {
    sentBodies.push(body)
    if (sentBodies.length === 1) throw new Refused(code, 409, { extra: { current } })
    return reply
  }
  return { sent: sentBodies, save }
}
