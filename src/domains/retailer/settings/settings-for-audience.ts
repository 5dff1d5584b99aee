import * as z from 'zod/mini'
import { type Audience, type SeenBy, settingFacts } from './setting.ts'

/** The schema of the settings for one audience, without the others and without groups left empty. */
export type SettingsForAudience<Group extends z.ZodMiniObject, A extends Audience> = z.ZodMiniObject<
  MembersForAudience<Group['shape'], A>
>

type MembersForAudience<Shape, A extends Audience> = {
  [Name in keyof Shape as IsSeenByAudience<Shape[Name], A> extends true
    ? Name
    : never]: Shape[Name] extends z.ZodMiniObject ? SettingsForAudience<Shape[Name], A> : Shape[Name]
}

type IsSeenByAudience<Member, A extends Audience> = Member extends z.ZodMiniObject
  ? keyof MembersForAudience<Member['shape'], A> extends never
    ? false
    : true
  : Member extends SeenBy<A>
    ? true
    : false

/**
 * Extracts the settings of one audience from the schema. Parsing with it removes everything that the audience may not
 * see.
 */
export function settingsForAudience<Group extends z.ZodMiniObject, A extends Audience>(
  group: Group,
  audience: A,
): SettingsForAudience<Group, A> {
  const members = Object.entries(group.shape).flatMap(([name, member]): [string, z.core.$ZodType][] => {
    if (!(member instanceof z.ZodMiniObject))
      return settingFacts.get(member)?.audience === audience ? [[name, member]] : []
    const inner = settingsForAudience(member as z.ZodMiniObject, audience)
    return Object.keys(inner.shape).length ? [[name, inner]] : []
  })
  return z.object(Object.fromEntries(members)) as unknown as SettingsForAudience<Group, A>
}
