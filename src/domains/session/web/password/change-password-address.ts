import type { CustomerSettings } from '#domains/retailer/settings/join-settings.ts'

/**
 * Returns the URL of the password change: with single sign-on at the provider, unless the portal has passwords of its
 * own as well. Null if it cannot be changed.
 */
export function changePasswordAddress({ features, oidc }: Pick<CustomerSettings, 'features' | 'oidc'>): string | null {
  if (features.oidc && oidc.changePasswordUrl) return oidc.changePasswordUrl
  return !features.oidc || oidc.allowDefaultLogin ? '/change-password' : null
}
