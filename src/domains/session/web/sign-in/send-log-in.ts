import type { Send } from '#kit/web/send.ts'
import { logIn, type SecondFactorChallenge } from '../../api.ts'

/**
 * Sends user and password. Returns the challenge of the second step if one is required, undefined once signed in.
 * @throws Refused.
 */
export async function sendLogIn(
  send: Send,
  body: { user: string; password: string },
): Promise<SecondFactorChallenge | undefined> {
  const reply = await send(logIn, { body })
  return 'second_factor' in reply ? reply.second_factor : undefined
}
