import * as z from 'zod/mini'
import type { Settings } from './settings.ts'

const formatError = { error: 'Invalid feature flags response format' }
const flagSchema = z.boolean(formatError)

/** The reply of GET /feature_flags/. Flags unknown to the portal are left out. */
export const FeatureFlagsReply = z.object(
  { feature_flags: z.object({ 'coupons.coupon': flagSchema, 'crm.case': flagSchema }, formatError) },
  formatError,
)

/** The flags that the portal uses, by their API names. */
export type FeatureFlags = z.output<typeof FeatureFlagsReply>['feature_flags']

/** Returns the flags for GET /feature_flags/ from the settings. */
export function featureFlagsOf({ featureFlags }: Pick<Settings, 'featureFlags'>): FeatureFlags {
  return { 'coupons.coupon': featureFlags.coupons.coupon, 'crm.case': featureFlags.crm.case }
}
