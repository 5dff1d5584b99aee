import type { Boot } from '#kit/boot.ts'
import { useBoot } from '#kit/web/portal.ts'
import type { FeatureFlags } from '../feature-flags.ts'
import type { CustomerSettings } from '../settings/join-settings.ts'
import type { PublicSettings } from '../settings.ts'

// Only types are imported: the schemas stay on the server, which sends values that have passed them.

/** Returns the public settings from the data that came with the page. */
export function settingsOf(boot: Boot): PublicSettings {
  return boot.settings as PublicSettings
}

/** Returns all settings of a customer from the data that came with the page. @throws when nobody is signed in. */
export function customerSettingsOf(boot: Boot): CustomerSettings {
  if (!boot.signedIn) throw new Error('The settings of customers are available only after sign-in.')
  return boot.settings as CustomerSettings
}

/** Returns the public settings. */
export function useSettings(): PublicSettings {
  return settingsOf(useBoot())
}

/** Returns all settings of a customer, on private pages. @throws when nobody is signed in. */
export function useCustomerSettings(): CustomerSettings {
  return customerSettingsOf(useBoot())
}

/** Returns whether a feature flag is on. */
export function useFlag(name: keyof FeatureFlags): boolean {
  return useBoot().flags[name] === true
}
