import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import type { Locale } from '#kit/locale.ts'
import { type CookieChoice, cookiePurposes, readChoice, refusedCookies, writeChoice } from '../rules.ts'
import { recordConsent, subjectKey } from './record-consent.ts'

const choiceCookie = 'consent'
const keyBytes = 16

/** The words that somebody decides on, in their language, and the version of the text behind them. */
export type CookieText = { version: string; words: string }

/** The version of a text: another text has another one, and is asked for again. */
export function versionOf(words: string): string {
  return createHash('sha256').update(words).digest('base64url').slice(0, 12)
}

/**
 * What the visitor has decided about the present text: in this browser or, where they are signed in, last in any; null where
 * they have not.
 */
export async function findChoice(
  db: Database,
  { request, userId, textVersion }: { request: FastifyRequest; userId: number | null; textVersion: string },
): Promise<CookieChoice | null> {
  const kept = readChoice(request.cookies[choiceCookie])
  if (kept?.textVersion === textVersion) return kept.choice
  return userId === null ? null : choiceOfUser(db, userId, textVersion)
}

async function choiceOfUser(db: Database, userId: number, textVersion: string): Promise<CookieChoice | null> {
  const said = await db
    .selectFrom('consent_entry')
    .where('subject_kind', '=', 'user')
    .where('subject', '=', subjectKey({ kind: 'user', id: userId }))
    .where('purpose', 'in', cookiePurposes.map(purposeInLedger))
    .where('text_version', '=', textVersion)
    .orderBy('at', 'desc')
    .orderBy('consent_entry_id', 'desc')
    .select(['purpose', 'agreed'])
    .limit(cookiePurposes.length)
    .execute()
  if (said.length === 0) return null
  const agreed = cookiePurposes.map((purpose) => [
    purpose,
    said.find((entry) => entry.purpose === purposeInLedger(purpose))?.agreed ?? false,
  ])
  return Object.fromEntries(agreed)
}

type Decision = {
  request: FastifyRequest
  reply: FastifyReply
  userId: number | null
  choice: CookieChoice
  text: CookieText
  locale: Locale
}

/** Keeps a decision in the browser and in the ledger, and takes away what programs of a refused purpose have left. */
export async function keepChoice(
  { db, cookies, clock }: { db: Database; cookies: SessionCookies; clock: () => Date },
  { request, reply, userId, choice, text, locale }: Decision,
): Promise<void> {
  const key = readChoice(request.cookies[choiceCookie])?.key ?? randomBytes(keyBytes).toString('base64url')
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
            purpose: purposeInLedger(purpose),
            agreed: choice[purpose],
            text,
            locale,
            requestId: request.id,
          },
          at,
        )
  })
  const value = writeChoice({ key, textVersion: text.version, choice })
  cookies.put(request, reply, { name: choiceCookie, value })
  for (const name of refusedCookies(Object.keys(request.cookies), choice)) removeEverywhere(name, request, reply)
}

// Programs of others keep theirs for the whole domain, as high as the browser lets them.
function removeEverywhere(name: string, request: FastifyRequest, reply: FastifyReply) {
  const labels = request.hostname.split('.')
  const domains = labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
  for (const domain of [undefined, ...domains]) reply.clearCookie(name, { path: '/', domain })
}

function purposeInLedger(purpose: (typeof cookiePurposes)[number]) {
  return `cookies_${purpose}`
}
