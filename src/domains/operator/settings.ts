import * as z from 'zod/mini'
import { oidc, password, session, signup } from './settings/access.ts'
import { brand, header, helpDialog, home, maintenance, organization } from './settings/appearance.ts'
import { contracts, ibanChange, refCatastral } from './settings/contracts.ts'
import { featureFlags, features } from './settings/features.ts'
import { api, errorReporting, general, requests, uploads } from './settings/general.ts'
import { type HalfOf, half } from './settings/half.ts'
import { approvals, invoices, payment } from './settings/invoices.ts'
import { comparator, contractation, newsletter, powerCalculator, priceAlerts } from './settings/prospects.ts'
import { retention } from './settings/retention.ts'

/**
 * Every setting, feature flag and option of the portal, in the order of docs/settings.md, which is made from it.
 * What a fresh retailer has is in settings/defaults.ts.
 */
export const settingsSchema = z.strictObject({
  ...general,
  uploads,
  retention,
  organization,
  brand,
  home,
  header,
  helpDialog,
  features,
  featureFlags,
  requests,
  contracts,
  ibanChange,
  refCatastral,
  invoices,
  payment,
  approvals,
  contractation,
  comparator,
  powerCalculator,
  newsletter,
  priceAlerts,
  signup,
  password,
  session,
  oidc,
  maintenance,
  api,
  errorReporting,
})

/** What the server works with; nothing here leaves it as it is. */
export type Settings = z.output<typeof settingsSchema>

export const publicHalf: HalfOf<typeof settingsSchema, 'public'> = half(settingsSchema, 'public')
export const privateHalf: HalfOf<typeof settingsSchema, 'private'> = half(settingsSchema, 'private')

export type PublicSettings = z.output<typeof publicHalf>
export type PrivateSettings = z.output<typeof privateHalf>

/** What every visitor gets, as GET /ov_customize/ov_settings. */
export function publicSettings(settings: Settings): PublicSettings {
  return publicHalf.parse(settings)
}

/** What customers get besides, after login, as GET /ov_customize/ov_private_settings. */
export function privateSettings(settings: Settings): PrivateSettings {
  return privateHalf.parse(settings)
}
