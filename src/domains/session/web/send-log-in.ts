import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import { logIn, type SecondStep } from '../api.ts'

/** What becomes of user and password: somebody is in, takes a second step, or is refused with a code. */
export async function sendLogIn(
  send: Send,
  body: { user: string; password: string },
): Promise<{ second?: SecondStep; code?: string }> {
  try {
    const entry = await send(logIn, { body })
    return 'second_factor' in entry ? { second: entry.second_factor } : {}
  } catch (failure) {
    return { code: isRefused(failure) ? failure.code : 'unexpected' }
  }
}
