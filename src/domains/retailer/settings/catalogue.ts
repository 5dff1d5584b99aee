import * as z from 'zod/mini'
import { settingsSchema } from '../settings.ts'
import { type SettingFacts, settingFacts } from './setting.ts'
import { type ValueExpectation, valueExpectations } from './value-kinds.ts'

/** A setting with everything that the schema declares about it. */
export type CataloguedSetting = ValueExpectation &
  SettingFacts & {
    /** Its names from the outermost inwards, joined by dots: `invoices.chart.maxContracts`. */
    path: string
    kind: z.ZodMiniType
  }

/** Every setting by its path, in the order of the schema. */
export const settingCatalogue: ReadonlyMap<string, CataloguedSetting> = new Map(
  collectSettings(settingsSchema, []).map((entry) => [entry.path, entry]),
)

function collectSettings(group: z.ZodMiniObject, names: string[]): CataloguedSetting[] {
  return Object.entries(group.shape).flatMap(([name, member]) => {
    const path = [...names, name]
    if (member instanceof z.ZodMiniObject) return collectSettings(member as z.ZodMiniObject, path)
    return toCataloguedSetting(member as z.ZodMiniType, path.join('.'))
  })
}

function toCataloguedSetting(kind: z.ZodMiniType, path: string): CataloguedSetting {
  const facts = settingFacts.get(kind)
  const expectation = valueExpectations.get(kind)
  if (!facts || !expectation) throw new Error(`${path} is in the schema without its facts or accepted values.`)
  return { path, kind, ...expectation, ...facts }
}
