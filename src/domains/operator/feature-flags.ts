import * as z from 'zod/mini'
import type { Settings } from './settings.ts'

const otherwise = { error: 'Invalid feature flags response format' }
const onOrOff = z.boolean(otherwise)

/** The reply of GET /feature_flags/; flags that the portal does not know are left out. */
export const FeatureFlagsReply = z.object(
  { feature_flags: z.object({ 'coupons.coupon': onOrOff, 'crm.case': onOrOff }, otherwise) },
  otherwise,
)

/** The flags that the portal asks for, by their names on the wire. */
export type FeatureFlags = z.output<typeof FeatureFlagsReply>['feature_flags']

/** The flags as GET /feature_flags/ tells them, from the settings that hold them. */
export function featureFlagsOf({ featureFlags }: Pick<Settings, 'featureFlags'>): FeatureFlags {
  return { 'coupons.coupon': featureFlags.coupons.coupon, 'crm.case': featureFlags.crm.case }
}
