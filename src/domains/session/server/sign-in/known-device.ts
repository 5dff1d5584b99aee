import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { listedCookies } from '../../cookie-list.ts'

/**
 * The cookie that identifies a browser with an earlier sign-in. It grants no access: it only gives the browser its own
 * count of attempts.
 */
export const deviceCookie = 'known_device'

/** A browser at home is shared by a family. */
const maxAccounts = 5
const idBytes = 16

type SigningKeyAtTime = { keys: KeyRing; now: Date }

/**
 * Returns the cookie of a browser in which a user has just signed in: the id of the browser, its expiry, and a mark for
 * each user that does not reveal who they are. The cookie that the browser sent is `cookie`.
 */
export function addUserToDevice(cookie: string | undefined, userId: number, { keys, now }: SigningKeyAtTime): string {
  const { id, until, signatures } = parseDevice(cookie, now) ?? newDevice(now)
  const ownSignatures = keys.all().map(({ value }) => signatureOf(value, { id, until, userId }))
  const newSignature = signatureOf(keys.current().value, { id, until, userId })
  return [
    id,
    until,
    ...[...signatures.filter((signature) => !ownSignatures.includes(signature)), newSignature].slice(-maxAccounts),
  ].join('.')
}

/**
 * Returns the id of a browser in which a user has signed in before. Undefined for any other, and for a cookie that is
 * not ours.
 */
export function findKnownDevice(
  cookie: string | undefined,
  userId: number,
  { keys, now }: SigningKeyAtTime,
): string | undefined {
  const device = parseDevice(cookie, now)
  if (!device) return undefined
  const ownSignatures = keys.all().map(({ value }) => Buffer.from(signatureOf(value, { ...device, userId })))
  const isKnown = device.signatures.some((signature) => {
    const received = Buffer.from(signature)
    return ownSignatures.some((each) => received.length === each.length && timingSafeEqual(received, each))
  })
  return isKnown ? device.id : undefined
}

function newDevice(now: Date) {
  const until = Math.floor(now.getTime() / 1000) + listedCookies[deviceCookie]
  return { id: randomBytes(idBytes).toString('base64url'), until: String(until), signatures: [] as string[] }
}

function parseDevice(cookie: string | undefined, now: Date) {
  const [id, until, ...signatures] = cookie?.split('.') ?? []
  if (!id || !until || !(Number(until) * 1000 > now.getTime())) return undefined
  return { id, until, signatures: signatures.slice(0, maxAccounts) }
}

function signatureOf(key: Uint8Array, { id, until, userId }: { id: string; until: string; userId: number }): string {
  return createHmac('sha256', key).update(`known device ${id} ${until} ${userId}`).digest('base64url')
}
