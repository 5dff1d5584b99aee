import { hash, verify } from '@node-rs/argon2'
import { concurrencyLimit } from '#kit/server/concurrency-limit.ts'

// Argon2id with the parameters of OWASP's password storage cheat sheet; the algorithm is the library's default.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

// Two of Node's four threads for such work, so that file and DNS access still works during a rush.
const limitHashing = concurrencyLimit({ maxConcurrent: 2, maxQueued: 100 })

/** The hash of a random password that nobody knows, at the cost above. */
const unusableHash = '$argon2id$v=19$m=19456,t=2,p=1$Sre+4ShIyY7c1Lv1y/CjgA$1znecXbmJUKWS3y6sp7EdnMauS8BYV+DkP6k3UvPIeU'

/** Returns the hash under which a password is stored. @throws Refused 503 when too many passwords are being hashed. */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password, cost))
}

/**
 * Checks a password against the stored hash. Without an account, or without a usable hash, it takes as long to return
 * false. @throws Refused 503 when too many passwords are being hashed.
 */
export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await limitHashing(() => verify(isUsableHash(passwordHash) ? passwordHash : unusableHash, password))
  return isUsableHash(passwordHash) && isRight
}

/** Checks whether any password can match this hash. */
export function isUsableHash(passwordHash: string | undefined): passwordHash is string {
  return passwordHash?.startsWith('$argon2id$') ?? false
}
