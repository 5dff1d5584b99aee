import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { listedCookies } from '../cookie-list.ts'
import type { KeyRing } from './keys/key-ring.ts'

/** By which a browser is known in which somebody has come in before. It opens nothing: it only keeps a count of its own. */
export const deviceCookie = 'known_device'

/** A browser at home is everybody's of the family. */
const maxAccounts = 5
const idBytes = 16

type Signing = { keys: KeyRing; now: Date }

/**
 * The value of the cookie of a browser in which a user has just come in: the id of the browser, when it is forgotten, and a
 * mark for each user, from which nobody learns who they are. `present` is what the browser brought.
 */
export function rememberUser(present: string | undefined, userId: number, { keys, now }: Signing): string {
  const { id, until, marks } = partsOf(present, now) ?? newDevice(now)
  const own = keys.all().map(({ value }) => markOf(value, { id, until, userId }))
  const fresh = markOf(keys.current().value, { id, until, userId })
  return [id, until, ...[...marks.filter((mark) => !own.includes(mark)), fresh].slice(-maxAccounts)].join('.')
}

/** The id of a browser in which a user has come in before; undefined for any other, and for a cookie that is not ours. */
export function deviceKnownTo(cookie: string | undefined, userId: number, { keys, now }: Signing): string | undefined {
  const device = partsOf(cookie, now)
  if (!device) return undefined
  const own = keys.all().map(({ value }) => Buffer.from(markOf(value, { ...device, userId })))
  const isKnown = device.marks.some((mark) => {
    const brought = Buffer.from(mark)
    return own.some((each) => brought.length === each.length && timingSafeEqual(brought, each))
  })
  return isKnown ? device.id : undefined
}

function newDevice(now: Date) {
  const until = Math.floor(now.getTime() / 1000) + listedCookies[deviceCookie]
  return { id: randomBytes(idBytes).toString('base64url'), until: String(until), marks: [] as string[] }
}

function partsOf(cookie: string | undefined, now: Date) {
  const [id, until, ...marks] = cookie?.split('.') ?? []
  if (!id || !until || !(Number(until) * 1000 > now.getTime())) return undefined
  return { id, until, marks: marks.slice(0, maxAccounts) }
}

function markOf(key: Uint8Array, { id, until, userId }: { id: string; until: string; userId: number }): string {
  return createHmac('sha256', key).update(`known device ${id} ${until} ${userId}`).digest('base64url')
}
