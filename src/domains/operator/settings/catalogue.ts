import * as z from 'zod/mini'
import { settingsSchema } from '../settings.ts'
import { type Expectation, expectations } from './kinds.ts'
import { type SettingFacts, settingFacts } from './setting.ts'

/** One setting with all that the schema says about it. */
export type CataloguedSetting = Expectation &
  SettingFacts & {
    /** Its names from the outside in, with dots: `invoices.chart.maxContracts`. */
    path: string
    kind: z.ZodMiniType
  }

/** Every setting by its path, in the order of the schema. */
export const catalogue: ReadonlyMap<string, CataloguedSetting> = new Map(
  settingsIn(settingsSchema, []).map((entry) => [entry.path, entry]),
)

function settingsIn(group: z.ZodMiniObject, names: string[]): CataloguedSetting[] {
  return Object.entries(group.shape).flatMap(([name, member]) => {
    const path = [...names, name]
    if (member instanceof z.ZodMiniObject) return settingsIn(member as z.ZodMiniObject, path)
    return catalogued(member as z.ZodMiniType, path.join('.'))
  })
}

function catalogued(kind: z.ZodMiniType, path: string): CataloguedSetting {
  const facts = settingFacts.get(kind)
  const expectation = expectations.get(kind)
  if (!facts || !expectation) throw new Error(`${path} is in the schema without saying what it is.`)
  return { path, kind, ...expectation, ...facts }
}
