import type { PrivateSettings, PublicSettings } from '../settings.ts'

/** All that the portal knows of the settings while a customer is logged in. */
export type CustomerSettings = PublicSettings & PrivateSettings

/** Both halves as one; the groups that have members in either come together. */
export function joinSettings(publicHalf: PublicSettings, privateHalf: PrivateSettings): CustomerSettings {
  return joined(publicHalf, privateHalf) as CustomerSettings
}

type Tree = { [name: string]: unknown }

// A name that is in both halves is a group, since a setting is in one of them only.
function joined(one: Tree, other: Tree): Tree {
  const shared = Object.keys(one).filter((name) => name in other)
  const together = shared.map((name) => [name, joined(one[name] as Tree, other[name] as Tree)])
  return { ...one, ...other, ...Object.fromEntries(together) }
}
