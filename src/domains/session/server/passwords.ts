import { hash, verify } from '@node-rs/argon2'
import { turns } from '#kit/server/turns.ts'

// Argon2id with what OWASP's password storage sheet asks for; the algorithm is the library's default.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

// Two of the four threads that Node has for such work, so that files and names are still found during a rush.
const takeTurn = turns({ atOnce: 2, waiting: 100 })

/** A hash of a random password that nobody knows, at the cost above. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$Sre+4ShIyY7c1Lv1y/CjgA$1znecXbmJUKWS3y6sp7EdnMauS8BYV+DkP6k3UvPIeU'

/** The hash under which a password is kept. @throws Refused 503 when too many passwords are being hashed. */
export function hashPassword(password: string): Promise<string> {
  return takeTurn(() => hash(password, cost))
}

/**
 * Whether a password is the one that was kept. Where there is no account, or none that a password opens, it takes as long
 * to say no. @throws Refused 503 when too many passwords are being hashed.
 */
export async function isPasswordOf(keptHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await takeTurn(() => verify(isUsable(keptHash) ? keptHash : nobodysHash, password))
  return isUsable(keptHash) && isRight
}

/** Whether there is a password that opens an account with this hash. */
export function isUsable(keptHash: string | undefined): keptHash is string {
  return keptHash?.startsWith('$argon2id$') ?? false
}
