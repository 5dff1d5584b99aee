import { errors, jwtVerify, SignJWT } from 'jose'
import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import { type KeyRing, keyHeader, keyOfToken } from '#kit/server/key-ring.ts'
import { msPerDay } from '#vocabulary/durations.ts'

/** The page of somebody who follows a case without a session, in key form. */
const linkedCasePath = '/your-request'

const algorithm = 'HS256'
const audience = 'case'
const validDays = 180
const caseName = 'case'

type SigningContext = { keys: KeyRing; now: Date }

/** Returns the link to a case for the outbox, which is signed only when its mail is written. */
export function storedCaseLink(caseId: number): `/${string}` {
  return `${linkedCasePath}?${caseName}=${caseId}`
}

/** Returns the final form of a link in the outbox; any other link is returned unchanged. */
export async function signCaseLink(link: string, context: SigningContext): Promise<string> {
  const [path, query] = link.split('?')
  const caseId = path === linkedCasePath ? new URLSearchParams(query).get(caseName) : null
  return caseId === null ? link : `${linkedCasePath}?link=${await signCaseToken(Number(caseId), context)}`
}

/** Signs the token by which the reader of a mail sees one case, for half a year. It opens nothing else. */
export function signCaseToken(caseId: number, { keys, now }: SigningContext): Promise<string> {
  const key = keys.current()
  return new SignJWT({ case_id: caseId })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...keyHeader(key) })
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + validDays * msPerDay))
    .sign(key.value)
}

/** Returns the case of a token. Undefined if it is not ours, altered or expired, or if the case is gone. */
export async function findLinkedCase(
  db: Database,
  token: string,
  context: SigningContext,
): Promise<Selectable<SupportCase> | undefined> {
  const caseId = await caseIdOf(token, context)
  if (caseId === undefined) return undefined
  return db.selectFrom('support_case').where('case_id', '=', caseId).selectAll().executeTakeFirst()
}

async function caseIdOf(token: string, { keys, now }: SigningContext): Promise<number | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOfToken(keys), {
      ...{ algorithms: [algorithm], audience, currentDate: now, requiredClaims: ['exp'] },
    })
    return typeof payload.case_id === 'number' ? payload.case_id : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
