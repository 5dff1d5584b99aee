import { type LinkSigningContext, signClaims, verifyClaims } from '#kit/server/signed-link.ts'
import { alertsPath } from '../paths.ts'
import { type AlertKind, alertKinds } from '../rules.ts'

/** The alert that a link turns off: of whom, and which. */
export type LinkedAlertKey = { userId: number; customerId: number; contractId: number; kind: AlertKind }

const audience = 'consumption-alert'
const validDays = 180
const keyName = 'alert'

/** Returns the link that turns off an alert for the outbox, which is signed only when its mail is written. */
export function storedAlertLink({ userId, customerId, contractId, kind }: LinkedAlertKey): `/${string}` {
  return `${alertsPath}?${keyName}=${[userId, customerId, contractId, kind].join('.')}`
}

/** Returns the final form of a link in the outbox; any other link is returned unchanged. */
export async function signAlertLink(link: string, context: LinkSigningContext): Promise<string> {
  const [path, query] = link.split('?')
  const key = path === alertsPath ? new URLSearchParams(query).get(keyName) : null
  return key === null ? link : `${alertsPath}?link=${await signAlertToken(parseKey(key), context)}`
}

/** Signs the token that turns off one alert, for half a year. It opens nothing else. */
export function signAlertToken(key: LinkedAlertKey, context: LinkSigningContext): Promise<string> {
  return signClaims({ ...key }, { ...context, audience, days: validDays })
}

/** Returns the alert of a token. Null if the token is not ours, altered or expired. */
export async function verifyAlertToken(token: string, context: LinkSigningContext): Promise<LinkedAlertKey | null> {
  const claims = await verifyClaims(token, { ...context, audience })
  if (!claims) return null
  const { userId, customerId, contractId } = claims as Record<string, unknown>
  const kind = alertKinds.find((known) => known === claims.kind)
  const ids = [userId, customerId, contractId]
  if (!kind || !ids.every((id): id is number => typeof id === 'number')) return null
  return { userId: ids[0]!, customerId: ids[1]!, contractId: ids[2]!, kind }
}

function parseKey(text: string): LinkedAlertKey {
  const [userId, customerId, contractId, kind] = text.split('.')
  const known = alertKinds.find((each) => each === kind)
  if (!known) throw new Error('Not a link of an alert.')
  return { userId: Number(userId), customerId: Number(customerId), contractId: Number(contractId), kind: known }
}
