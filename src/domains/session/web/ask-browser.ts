import type { PasskeyAnswer, PasskeyQuestion } from '../api.ts'

/** Somebody changed their mind at their browser's question, or it found no passkey: nothing has happened. */
export class PasskeyGivenUp extends Error {}

/** Has the browser answer a question with a passkey. @throws PasskeyGivenUp */
export async function answerWithPasskey({ id, options }: PasskeyQuestion): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await startAuthentication({ optionsJSON: options as unknown as Options }).catch(giveUp)
  return { id, answer: answer as unknown as PasskeyAnswer['answer'] }
}

/** Has the browser make a passkey. @throws PasskeyGivenUp */
export async function makePasskey({ id, options }: PasskeyQuestion): Promise<PasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  const answer = await startRegistration({ optionsJSON: options as unknown as Options }).catch(giveUp)
  return { id, answer: answer as unknown as PasskeyAnswer['answer'] }
}

function giveUp(error: unknown): never {
  throw new PasskeyGivenUp('The browser gave no passkey.', { cause: error })
}
