import { call } from '#kit/call.ts'
import { FeatureFlagsReply } from './feature-flags.ts'
import { privateHalf, publicHalf } from './settings.ts'

// The portal's own pages bring these answers along, so the browser never loads this file with its large schemas.

export const readSettings = call({
  method: 'GET',
  path: '/ov_customize/ov_settings',
  versions: [2],
  access: 'anyone',
  reply: publicHalf,
  summary: 'The settings that every visitor may know.',
})

export const readPrivateSettings = call({
  method: 'GET',
  path: '/ov_customize/ov_private_settings',
  versions: [2],
  access: 'customer',
  reply: privateHalf,
  summary: 'The settings that customers may know besides.',
})

export const readFeatureFlags = call({
  method: 'GET',
  path: '/feature_flags/',
  versions: [1, 2],
  access: 'anyone',
  reply: FeatureFlagsReply,
  summary: 'What is switched on.',
})
