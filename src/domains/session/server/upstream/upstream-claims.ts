import { decodeJwt } from 'jose'
import { parseLocale } from '#vocabulary/locale.ts'

type UpstreamClaims = { userId: string | null; readonly: boolean; locale: string | null; expiresAt: Date | null }

/**
 * Returns the claims of an upstream token, as the specification defines them. The token itself is verified upstream.
 */
export function decodeClaims(token: string, userIdField: string): UpstreamClaims {
  try {
    const claims = decodeJwt(token)
    const userId = claims[userIdField]
    return {
      userId: typeof userId === 'number' || typeof userId === 'string' ? String(userId) : null,
      readonly: claims.readonly === true,
      locale: typeof claims.locale === 'string' ? parseLocale(claims.locale) : null,
      expiresAt: typeof claims.exp === 'number' ? new Date(claims.exp * 1000) : null,
    }
  } catch {
    return { userId: null, readonly: false, locale: null, expiresAt: null }
  }
}
