import * as z from 'zod/mini'
import { SettingKind } from './api.ts'

/** A change of a money-related setting. */
export const SettingDetail = z.object({
  kind: z.literal('setting'),
  path: z.string(),
  value_kind: SettingKind,
  before: z.unknown(),
  after: z.unknown(),
})
export type SettingDetail = z.output<typeof SettingDetail>
