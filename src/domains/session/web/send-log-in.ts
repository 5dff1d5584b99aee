import type { Send } from '#kit/web/send.ts'
import { logIn, type SecondStep } from '../api.ts'

/** Sends user and password: somebody is in, or takes the second step that is answered. @throws Refused. */
export async function sendLogIn(send: Send, body: { user: string; password: string }): Promise<SecondStep | undefined> {
  const entry = await send(logIn, { body })
  return 'second_factor' in entry ? entry.second_factor : undefined
}
