import type { PrivateSettings, PublicSettings } from '../settings.ts'

/** All settings that the portal has while a customer is signed in. */
export type CustomerSettings = PublicSettings & PrivateSettings

/** Joins public and private settings into one. Groups with members in both are merged. */
export function joinSettings(publicPart: PublicSettings, privatePart: PrivateSettings): CustomerSettings {
  return mergeTrees(publicPart, privatePart) as CustomerSettings
}

type SettingsTree = { [name: string]: unknown }

// A name that appears in both is a group, since a setting is in one of them only.
function mergeTrees(one: SettingsTree, other: SettingsTree): SettingsTree {
  const shared = Object.keys(one).filter((name) => name in other)
  const together = shared.map((name) => [name, mergeTrees(one[name] as SettingsTree, other[name] as SettingsTree)])
  return { ...one, ...other, ...Object.fromEntries(together) }
}
