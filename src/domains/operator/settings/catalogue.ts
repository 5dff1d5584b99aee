import * as z from 'zod/mini'
import { settingsSchema } from '../settings.ts'
import { expectations, type Kind } from './kinds.ts'
import { type Audience, groupTitles, type Nature, settingFacts } from './setting.ts'

/** One setting with all that the schema says about it. */
export type CataloguedSetting = {
  /** Its names from the outside in, with dots: `invoices.chart.maxContracts`. */
  path: string
  /** The title of the outermost group that it belongs to, or null when it stands alone. */
  groupTitle: string | null
  kind: z.ZodMiniType
  kindName: Kind
  /** The least and the most that a number may be. */
  limits?: readonly [from: number, to: number]
  /** What there is to choose from. */
  values?: readonly (string | number)[]
  /** What it accepts, as the end of "it must be …". */
  expected: string
  audience: Audience
  nature: Nature
  description: string
}

/** Every setting by its path, in the order of the schema. */
export const catalogue: ReadonlyMap<string, CataloguedSetting> = new Map(
  settingsIn(settingsSchema, [], null).map((entry) => [entry.path, entry]),
)

function settingsIn(group: z.ZodMiniObject, names: string[], outerTitle: string | null): CataloguedSetting[] {
  return Object.entries(group.shape).flatMap(([name, member]) => {
    const path = [...names, name]
    if (!(member instanceof z.ZodMiniObject)) return catalogued(member as z.ZodMiniType, path.join('.'), outerTitle)
    return settingsIn(member as z.ZodMiniObject, path, outerTitle ?? groupTitles.get(member)?.title ?? null)
  })
}

function catalogued(kind: z.ZodMiniType, path: string, groupTitle: string | null): CataloguedSetting {
  const facts = settingFacts.get(kind)
  const expectation = expectations.get(kind)
  if (!facts || !expectation) throw new Error(`${path} is in the schema without saying what it is for.`)
  return { path, groupTitle, kind, ...expectation, ...facts }
}
