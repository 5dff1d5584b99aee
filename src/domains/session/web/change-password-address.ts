import type { CustomerSettings } from '#domains/operator/settings/join.ts'

/**
 * Where the password is changed: with single sign-on at the provider, unless the portal keeps passwords of its own as well;
 * null where nobody can.
 */
export function changePasswordAddress({ features, oidc }: Pick<CustomerSettings, 'features' | 'oidc'>): string | null {
  if (features.oidc && oidc.changePasswordUrl) return oidc.changePasswordUrl
  return !features.oidc || oidc.allowDefaultLogin ? '/change-password' : null
}
