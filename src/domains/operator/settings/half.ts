import * as z from 'zod/mini'
import { type Audience, type SeenBy, settingFacts } from './setting.ts'

/** The schema of the settings that one audience sees: the others are left out, and so are groups left empty. */
export type HalfOf<Group extends z.ZodMiniObject, A extends Audience> = z.ZodMiniObject<MembersOf<Group['shape'], A>>

type MembersOf<Shape, A extends Audience> = {
  [Name in keyof Shape as IsSeen<Shape[Name], A> extends true ? Name : never]: Shape[Name] extends z.ZodMiniObject
    ? HalfOf<Shape[Name], A>
    : Shape[Name]
}

type IsSeen<Member, A extends Audience> = Member extends z.ZodMiniObject
  ? keyof MembersOf<Member['shape'], A> extends never
    ? false
    : true
  : Member extends SeenBy<A>
    ? true
    : false

/** Cuts one half out of the schema. What it parses loses everything that the audience may not see. */
export function half<Group extends z.ZodMiniObject, A extends Audience>(group: Group, audience: A): HalfOf<Group, A> {
  const members = Object.entries(group.shape).flatMap(([name, member]): [string, z.core.$ZodType][] => {
    if (!(member instanceof z.ZodMiniObject))
      return settingFacts.get(member)?.audience === audience ? [[name, member]] : []
    const inner = half(member as z.ZodMiniObject, audience)
    return Object.keys(inner.shape).length ? [[name, inner]] : []
  })
  return z.object(Object.fromEntries(members)) as unknown as HalfOf<Group, A>
}
