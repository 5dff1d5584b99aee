import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { type CookieChoice, cookiePurposes, findRefusedCookies, parseChoice, serializeChoice } from '../rules.ts'
import { consentSubjectKey, recordConsent } from './record-consent.ts'

const choiceCookie = 'consent'
const keyBytes = 16

/** The text that a visitor decides on, in their language, and the version of the text behind it. */
export type CookieText = { version: string; words: string }

/** Returns the version of a text. A changed text has a new version and requires a new decision. */
export function textVersionOf(words: string): string {
  return createHash('sha256').update(words).digest('base64url').slice(0, 12)
}

/**
 * Returns the visitor's decision about the current text: in this browser or, if they are signed in, the latest one in
 * any browser. Null if there is none.
 */
export async function findChoice(
  db: Database,
  { request, userId, textVersion }: { request: FastifyRequest; userId: number | null; textVersion: string },
): Promise<CookieChoice | null> {
  const stored = parseChoice(request.cookies[choiceCookie])
  if (stored?.textVersion === textVersion) return stored.choice
  return userId === null ? null : findChoiceOfUser(db, userId, textVersion)
}

async function findChoiceOfUser(db: Database, userId: number, textVersion: string): Promise<CookieChoice | null> {
  const entries = await db
    .selectFrom('consent_entry')
    .where('subject_kind', '=', 'user')
    .where('subject', '=', consentSubjectKey({ kind: 'user', id: userId }))
    .where('purpose', 'in', cookiePurposes.map(ledgerPurpose))
    .where('text_version', '=', textVersion)
    .orderBy('at', 'desc')
    .orderBy('consent_entry_id', 'desc')
    .select(['purpose', 'agreed'])
    .limit(cookiePurposes.length)
    .execute()
  if (entries.length === 0) return null
  const agreed = cookiePurposes.map((purpose) => [
    purpose,
    entries.find((entry) => entry.purpose === ledgerPurpose(purpose))?.agreed ?? false,
  ])
  return Object.fromEntries(agreed)
}

type CookieDecision = {
  request: FastifyRequest
  reply: FastifyReply
  userId: number | null
  choice: CookieChoice
  text: CookieText
  locale: Locale
}

/** Saves a decision in the browser and in the ledger, and clears the cookies of programs with a refused purpose. */
export async function saveChoice(
  { db, cookies, clock }: { db: Database; cookies: SessionCookies; clock: () => Date },
  { request, reply, userId, choice, text, locale }: CookieDecision,
): Promise<void> {
  const key = parseChoice(request.cookies[choiceCookie])?.key ?? randomBytes(keyBytes).toString('base64url')
  const at = clock()
  const subjects = [
    { kind: 'visitor', id: key } as const,
    ...(userId === null ? [] : [{ kind: 'user', id: userId } as const]),
  ]
  await db.transaction().execute(async (transaction) => {
    for (const subject of subjects)
      for (const purpose of cookiePurposes)
        await recordConsent(
          transaction,
          {
            subject,
            purpose: ledgerPurpose(purpose),
            agreed: choice[purpose],
            text,
            locale,
            requestId: request.id,
          },
          at,
        )
  })
  const value = serializeChoice({ key, textVersion: text.version, choice })
  cookies.put(request, reply, { name: choiceCookie, value })
  for (const name of findRefusedCookies(Object.keys(request.cookies), choice))
    clearCookieOnAllDomains(name, request, reply)
}

// Third-party programs set their cookies for the whole domain, at the highest level the browser allows.
function clearCookieOnAllDomains(name: string, request: FastifyRequest, reply: FastifyReply) {
  const labels = request.hostname.split('.')
  const domains = labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
  for (const domain of [undefined, ...domains]) reply.clearCookie(name, { path: '/', domain })
}

function ledgerPurpose(purpose: (typeof cookiePurposes)[number]) {
  return `cookies_${purpose}`
}
