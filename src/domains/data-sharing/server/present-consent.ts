import type { DataConsent } from '../api.ts'
import { consentStateAt, sharedScopes } from '../rules.ts'
import type { findConsents } from './consent-store.ts'

type ConsentRow = Awaited<ReturnType<typeof findConsents>>[number]

/** Returns a consent as its customer and operators see it. */
export function presentConsent(row: ConsentRow, now: Date): DataConsent {
  const { end_reason: endReason, expires_at: expiresAt, has_access: hasAccess } = row
  return {
    id: row.data_consent_id,
    holder: row.holder,
    third_party: row.third_party,
    purpose: row.purpose,
    scopes: sharedScopes.filter((scope) => row.scopes.includes(scope)),
    given_at: row.given_at.toISOString(),
    renewed_at: row.renewed_at?.toISOString() ?? null,
    valid_until: row.valid_until,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    state: consentStateAt({ endReason, expiresAt, hasAccess }, now),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
