import { call } from '#kit/call.ts'
import { FeatureFlagsReply } from './feature-flags.ts'
import { privateSettingsSchema, publicSettingsSchema } from './settings.ts'

// The portal's own pages embed these replies, so the browser never loads this file with its large schemas.

export const readSettings = call({
  method: 'GET',
  path: '/ov_customize/ov_settings',
  versions: [2],
  access: 'anyone',
  reply: publicSettingsSchema,
  summary: 'Returns the settings available to every visitor.',
})

export const readPrivateSettings = call({
  method: 'GET',
  path: '/ov_customize/ov_private_settings',
  versions: [2],
  access: 'customer',
  reply: privateSettingsSchema,
  summary: 'Returns the further settings available to customers.',
})

export const readFeatureFlags = call({
  method: 'GET',
  path: '/feature_flags/',
  versions: [1, 2],
  access: 'anyone',
  reply: FeatureFlagsReply,
  summary: 'Returns which features are enabled.',
})
