import * as z from 'zod/mini'
import { computePerObject } from '#kit/compute-per-object.ts'
import { oidc, password, session, signup } from './settings/access.ts'
import { brand, header, helpDialog, home, maintenance, organization } from './settings/appearance.ts'
import { contracts, ibanChange, refCatastral } from './settings/contracts.ts'
import { featureFlags, features } from './settings/features.ts'
import { api, care, errorReporting, general, requests, uploads } from './settings/general.ts'
import { approvals, invoices, payment } from './settings/invoices.ts'
import { comparator, contractation, newsletter, powerCalculator, priceAlerts } from './settings/prospects.ts'
import { retention } from './settings/retention.ts'
import { type SettingsForAudience, settingsForAudience } from './settings/settings-for-audience.ts'

/**
 * Every setting, feature flag and option of the portal, in the order of docs/settings.md, which is generated from it.
 * The values of a new retailer are in settings/defaults.ts.
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
  care,
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

/** The complete settings, for the server only. They are never returned as they are. */
export type Settings = z.output<typeof settingsSchema>

export const publicSettingsSchema: SettingsForAudience<typeof settingsSchema, 'public'> = settingsForAudience(
  settingsSchema,
  'public',
)
export const privateSettingsSchema: SettingsForAudience<typeof settingsSchema, 'private'> = settingsForAudience(
  settingsSchema,
  'private',
)

export type PublicSettings = z.output<typeof publicSettingsSchema>
export type PrivateSettings = z.output<typeof privateSettingsSchema>

/** Returns the settings for every visitor, as GET /ov_customize/ov_settings. */
export const toPublicSettings: (settings: Settings) => PublicSettings = computePerObject((settings) =>
  publicSettingsSchema.parse(settings),
)

/** Returns the additional settings for customers after login, as GET /ov_customize/ov_private_settings. */
export const toPrivateSettings: (settings: Settings) => PrivateSettings = computePerObject((settings) =>
  privateSettingsSchema.parse(settings),
)
