import type { Database } from '#db/database.ts'
import { maxTokenNameLength, maxTokens } from '#domains/access-tokens/rules.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import type { DutyFacts } from '#domains/duties/rules.ts'
import { type DutySubject, endDuty, findTerm, openDuty } from '#domains/duties/server/duty-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { accountOf } from '#domains/session/server/accounts/account-store.ts'
import { notifyOwner } from '#domains/session/server/accounts/notify-owner.ts'
import {
  accessTokensOf,
  extendAccessToken,
  insertAccessToken,
  revokeAccessToken,
} from '#domains/session/server/programs/access-token-store.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { addDays, addMonths, type MarketDay } from '#vocabulary/day.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { startOf } from '#vocabulary/market-time.ts'
import { type ConsentState, daysOfNotice, monthsWithoutNorm } from '../rules.ts'
import {
  claimConsentsToNotify,
  type DataConsentKey,
  extendConsent,
  findConsentsToEnd,
  insertConsent,
  lockOpenConsent,
  markConsentEnded,
} from './consent-store.ts'

export type ConsentTexts = (locale: Locale) => (key: string, values?: Record<string, string>) => string

type Author = { userId: number; locale: Locale; requestId: string; now: Date }
type ConsentInput = { customerId: number; thirdParty: string; purpose: string; scopes: readonly string[] }

const kind = 'curve_consent'
const ledgerPurpose = 'third_party_data'
const textVersion = '2026-11'
const facts: DutyFacts = { topics: [], energy: 'electricity', powerWatts: null }

function dutySubjectOf(consentId: number): DutySubject {
  return `data_consent:${consentId}`
}

/** Returns until when a consent is valid that is given or renewed now: as long as the norm for curves says. */
export async function findConsentEnd(db: Database, now: Date): Promise<{ validUntil: MarketDay; expiresAt: Date }> {
  const term = await findTerm(db, { kind, facts, place: null, at: now })
  if (term) return { validUntil: term.deadline.on, expiresAt: term.deadline.at }
  const validUntil = addMonths(calendarDayOf(now), monthsWithoutNorm)
  return { validUntil, expiresAt: startOf(addDays(validUntil, 1), 'Europe/Madrid') }
}

/**
 * Gives a consent: stores it with its access token, the text that was agreed to and, for a curve, the duty that renews
 * it. @returns null if the user has too many access tokens. Runs within a transaction.
 */
export async function giveConsent(
  db: Database,
  { customerId, thirdParty, purpose, scopes }: ConsentInput,
  { author, texts }: { author: Author; texts: ConsentTexts },
): Promise<{ token: string; validUntil: MarketDay } | null> {
  const { userId, requestId, now } = author
  // Serialises concurrent calls, so that together they do not exceed the maximum number of tokens.
  await db.selectFrom('user_account').where('user_id', '=', userId).select('user_id').forUpdate().execute()
  if ((await accessTokensOf(db, { userId, now })).length >= maxTokens) return null
  const { validUntil, expiresAt } = await findConsentEnd(db, now)
  const name = thirdParty.slice(0, maxTokenNameLength)
  const { accessTokenId, token } = await insertAccessToken(db, { userId, customerId, name, scopes, expiresAt, now })
  const stored = { thirdParty, purpose, scopes, validUntil, expiresAt, now }
  const consentId = await insertConsent(db, { ...stored, customerId, userId, accessTokenId })
  await openConsentDuty(db, { customerId, consentId, scopes, now })
  await recordAnswer(db, { customerId, thirdParty, purpose, scopes, validUntil, agreed: true }, { author, texts })
  await notifyOwner(db, await accountOf(db, userId), 'accessTokenMade', now)
  await writeAudit(db, {
    action: 'access_token_made',
    actorUserId: userId,
    subject: `access_token:${accessTokenId}`,
    after: { scopes, expiresAt, dataConsentId: consentId },
    requestId,
  })
  return { token, validUntil }
}

/** Consents for another term from now on. @returns null if the consent or its access has ended. */
export async function renewConsent(
  db: Database,
  key: DataConsentKey,
  { author, texts }: { author: Author; texts: ConsentTexts },
): Promise<MarketDay | null> {
  const consent = await lockOpenConsent(db, key)
  if (!consent) return null
  const { now } = author
  const end = await findConsentEnd(db, now)
  const { access_token_id: accessTokenId, third_party: thirdParty, purpose, scopes } = consent
  if (!(await extendAccessToken(db, { accessTokenId, expiresAt: end.expiresAt, now }))) return null
  await extendConsent(db, key, { ...end, now })
  await openConsentDuty(db, { ...key, scopes, now })
  const { customerId } = key
  const answer = { customerId, thirdParty, purpose, scopes, validUntil: end.validUntil, agreed: true }
  await recordAnswer(db, answer, { author, texts })
  await auditConsent(db, { action: 'access_token_extended', accessTokenId, author, after: end })
  return end.validUntil
}

/** Withdraws a consent, with its access token. Does nothing if it has ended. */
export async function withdrawConsent(
  db: Database,
  key: DataConsentKey,
  { author, texts }: { author: Author; texts: ConsentTexts },
): Promise<void> {
  const consent = await lockOpenConsent(db, key)
  if (!consent) return
  const { now } = author
  const { user_id: userId, access_token_id: accessTokenId, third_party: thirdParty, valid_until: validUntil } = consent
  await revokeAccessToken(db, { userId, accessTokenId, now })
  await endConsent(db, key, { reason: 'withdrawn', at: now })
  const { purpose, scopes } = consent
  const answer = { customerId: key.customerId, thirdParty, purpose, scopes, validUntil, agreed: false }
  await recordAnswer(db, answer, { author, texts })
  await auditConsent(db, { action: 'access_token_revoked', accessTokenId, author })
}

const maxEndedAtOnce = 500

/** Ends the consents whose term is over or whose access token was revoked. @returns how many. */
export async function endDueConsents(db: Database, now: Date): Promise<number> {
  const due = await findConsentsToEnd(db, { now, limit: maxEndedAtOnce })
  for (const { expiresAt, ...key } of due)
    await endConsent(
      db,
      key,
      expiresAt <= now ? { reason: 'expired', at: expiresAt } : { reason: 'access_revoked', at: now },
    )
  return due.length
}

/** Tells those whose consents end within two weeks, once for each term. @returns how many were told. */
export async function notifyOfEndingConsents(db: Database, now: Date): Promise<number> {
  const until = new Date(now.getTime() + daysOfNotice * msPerDay)
  const ending = await claimConsentsToNotify(db, { now, until, limit: maxEndedAtOnce })
  for (const { customerId, userId, thirdParty, validUntil } of ending)
    await queueMessage(
      db,
      {
        kind: 'data-sharing.consentEnds',
        values: { thirdParty, day: validUntil },
        ...{ customerId, userId, link: '/profile/data-sharing' },
      },
      now,
    )
  return ending.length
}

async function endConsent(
  db: Database,
  key: DataConsentKey,
  { reason, at }: { reason: Exclude<ConsentState, 'active'>; at: Date },
) {
  await markConsentEnded(db, key, { reason, at })
  await endDuty(db, { kind, subject: dutySubjectOf(key.consentId) }, { state: 'cancelled', now: at })
}

async function openConsentDuty(
  db: Database,
  { customerId, consentId, scopes, now }: DataConsentKey & { scopes: readonly string[]; now: Date },
) {
  if (!scopes.includes('curves:read')) return
  await openDuty(db, { kind, subject: dutySubjectOf(consentId), facts, customerId, place: null, at: now })
}

type Answer = ConsentInput & { validUntil: MarketDay; agreed: boolean }

/** Adds what was agreed to, as it was shown, to the ledger. */
async function recordAnswer(
  db: Database,
  { customerId, thirdParty, purpose, scopes, validUntil, agreed }: Answer,
  { author: { locale, requestId, now }, texts }: { author: Author; texts: ConsentTexts },
) {
  const t = texts(locale)
  const data = scopes.map((scope) => t(`scope.${scope}`)).join(', ')
  const sentence = t('agreement', { thirdParty, purpose, data, day: formatDay(validUntil, locale) })
  const subject = { kind: 'customer', id: customerId } as const
  const answer = {
    subject,
    purpose: ledgerPurpose,
    agreed,
    text: { version: textVersion, words: sentence },
    locale,
    requestId,
  }
  await recordConsent(db, answer, now)
}

type ConsentAudit = { action: string; accessTokenId: number; author: Author; after?: object }

function auditConsent(db: Database, { action, accessTokenId, author: { userId, requestId }, after }: ConsentAudit) {
  return writeAudit(db, { action, actorUserId: userId, subject: `access_token:${accessTokenId}`, after, requestId })
}
