import { Refused } from '#kit/refusal.ts'

/**
 * The answers to an edit that another operator was faster with: refused the first time, with what stands now, and then
 * done; with all that was sent.
 */
export function anotherWasFaster<Answer>(code: string, current: object, done: Answer) {
  const sent: unknown[] = []
  function save({ body }: { body?: unknown }): Answer {
    sent.push(body)
    if (sent.length === 1) throw new Refused(code, 409, { extra: { current } })
    return done
  }
  return { sent, save }
}
