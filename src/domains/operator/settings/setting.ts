import * as z from 'zod/mini'
import type { OperatorRole } from '#kit/operator-role.ts'
import { onOff } from './kinds.ts'

/**
 * Who gets to see a setting: `public` goes to every visitor with the first page, `private` to customers after login,
 * `server` to nobody.
 */
export type Audience = 'public' | 'private' | 'server'

/**
 * What a setting does to what the portal offers, and so what becomes of it when settings cannot be loaded: an `offer` is
 * withdrawn, a `restriction` holds, and a `plain` setting decides how, not whether.
 */
export type Nature = 'offer' | 'restriction' | 'plain'

/** What the schema says of a setting besides its values. */
export type SettingFacts = {
  audience: Audience
  nature: Nature
  /** Who of the operators, besides administrators, changes it. */
  role: OperatorRole
  /** Whether it is a setting of money, a change of which another operator approves. */
  fourEyes: boolean
}

export const settingFacts = z.registry<SettingFacts>()

declare const seenBy: unique symbol
/** The audience of a setting, known to the types, so that each half of the settings has a type of its own. */
export type SeenBy<A extends Audience> = { readonly [seenBy]: A }

// What each of them is for is told in texts/, in every language, under its path.

/** A setting that decides how the portal does something. */
export function setting<A extends Audience, S extends z.ZodMiniType>(audience: A, kind: S): S & SeenBy<A> {
  return stated(kind, { audience, nature: 'plain' })
}

/** A setting that gives visitors or customers something: on or off, or the list or address of what there is. */
export function offer<A extends Audience>(audience: A): z.ZodMiniBoolean & SeenBy<A>
export function offer<A extends Audience, S extends z.ZodMiniType>(audience: A, kind: S): S & SeenBy<A>
export function offer(audience: Audience, kind: z.ZodMiniType = onOff()) {
  return stated(kind, { audience, nature: 'offer' })
}

/** A setting that, when on, asks more of people or lets them do less. */
export function restriction<A extends Audience>(audience: A): z.ZodMiniBoolean & SeenBy<A> {
  return stated(onOff(), { audience, nature: 'restriction' })
}

/**
 * The same setting, which operators of a role change too; without this it is an administrator's alone. What those of money
 * change is approved by another operator.
 */
export function changedBy<S extends z.ZodMiniType>(role: OperatorRole, kind: S): S {
  settingFacts.add(kind, { ...settingFacts.get(kind)!, role, fourEyes: role === 'money' })
  return kind
}

/** The same setting, an administrator's alone, which is of money too. */
export function ofMoney<S extends z.ZodMiniType>(kind: S): S {
  settingFacts.add(kind, { ...settingFacts.get(kind)!, fourEyes: true })
  return kind
}

function stated<A extends Audience, S extends z.ZodMiniType>(
  kind: S,
  facts: { audience: A; nature: Nature },
): S & SeenBy<A> {
  settingFacts.add(kind, { ...facts, role: 'administrator', fourEyes: false })
  return kind as S & SeenBy<A>
}
