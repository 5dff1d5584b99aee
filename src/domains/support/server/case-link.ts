import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import { type LinkSigningContext, signClaims, verifyClaims } from '#kit/server/signed-link.ts'

/** The page of somebody who follows a case without a session, in key form. */
const linkedCasePath = '/your-request'

const audience = 'case'
const validDays = 180
const caseName = 'case'

/** Returns the link to a case for the outbox, which is signed only when its mail is written. */
export function storedCaseLink(caseId: number): `/${string}` {
  return `${linkedCasePath}?${caseName}=${caseId}`
}

/** Returns the final form of a link in the outbox; any other link is returned unchanged. */
export async function signCaseLink(link: string, context: LinkSigningContext): Promise<string> {
  const [path, query] = link.split('?')
  const caseId = path === linkedCasePath ? new URLSearchParams(query).get(caseName) : null
  return caseId === null ? link : `${linkedCasePath}?link=${await signCaseToken(Number(caseId), context)}`
}

/** Signs the token by which the reader of a mail sees one case, for half a year. It opens nothing else. */
export function signCaseToken(caseId: number, context: LinkSigningContext): Promise<string> {
  return signClaims({ case_id: caseId }, { ...context, audience, days: validDays })
}

/** Returns the case of a token. Undefined if it is not ours, altered or expired, or if the case is gone. */
export async function findLinkedCase(
  db: Database,
  token: string,
  context: LinkSigningContext,
): Promise<Selectable<SupportCase> | undefined> {
  const claims = await verifyClaims(token, { ...context, audience })
  if (typeof claims?.case_id !== 'number') return undefined
  return db.selectFrom('support_case').where('case_id', '=', claims.case_id).selectAll().executeTakeFirst()
}
