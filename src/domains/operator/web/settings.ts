import type { Boot } from '#kit/boot.ts'
import { useBoot } from '#kit/web/portal.ts'
import type { FeatureFlags } from '../feature-flags.ts'
import type { CustomerSettings } from '../settings/join.ts'
import type { PublicSettings } from '../settings.ts'

// Only types are imported: the schemas stay on the server, which sends along what has passed them.

/** The settings that every visitor may know, from what came with the page. */
export function settingsOf(boot: Boot): PublicSettings {
  return boot.settings as PublicSettings
}

/** All the settings of a customer, from what came with the page. @throws when nobody is signed in. */
export function customerSettingsOf(boot: Boot): CustomerSettings {
  if (!boot.signedIn) throw new Error('The settings of customers come only after the log-in.')
  return boot.settings as CustomerSettings
}

/** The settings that every visitor may know. */
export function useSettings(): PublicSettings {
  return settingsOf(useBoot())
}

/** All the settings of a customer, on pages that are private. @throws when nobody is signed in. */
export function useCustomerSettings(): CustomerSettings {
  return customerSettingsOf(useBoot())
}

/** Whether a feature flag is on. */
export function useFlag(name: keyof FeatureFlags): boolean {
  return useBoot().flags[name] === true
}
