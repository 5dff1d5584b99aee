import type { PasskeyChallenge, PasskeyResponse } from '../../credential-fields.ts'

/** The user cancelled the browser's dialog, or no passkey was available: nothing has happened. */
export class PasskeyCancelledError extends Error {}

/** Has the browser answer a challenge with a passkey. @throws PasskeyCancelledError */
export async function authenticateWithPasskey({ id, options }: PasskeyChallenge): Promise<PasskeyResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await startAuthentication({ optionsJSON: options as unknown as Options }).catch(throwCancelled)
  return { id, answer: answer as unknown as PasskeyResponse['answer'] }
}

/** Has the browser create a passkey. @throws PasskeyCancelledError */
export async function registerPasskey({ id, options }: PasskeyChallenge): Promise<PasskeyResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  const answer = await startRegistration({ optionsJSON: options as unknown as Options }).catch(throwCancelled)
  return { id, answer: answer as unknown as PasskeyResponse['answer'] }
}

function throwCancelled(error: unknown): never {
  throw new PasskeyCancelledError('The browser gave no passkey.', { cause: error })
}
