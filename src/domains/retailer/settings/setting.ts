import * as z from 'zod/mini'
import type { OperatorRole } from '#kit/operator-role.ts'
import { onOff } from './value-kinds.ts'

/**
 * The audience of a setting: `public` goes to every visitor with the first page, `private` to customers after login,
 * `server` to nobody.
 */
export type Audience = 'public' | 'private' | 'server'

/**
 * The effect of a setting on what the portal offers, which decides its value when settings cannot be loaded: an `offer`
 * is withdrawn, a `restriction` applies, and a `plain` setting decides how, not whether.
 */
export type SettingEffect = 'offer' | 'restriction' | 'plain'

/** What the schema declares about a setting besides its values. */
export type SettingFacts = {
  audience: Audience
  effect: SettingEffect
  /** The operator role that may change it, besides administrators. */
  role: OperatorRole
  /** Whether it is a setting of money, whose changes require the approval of another operator. */
  fourEyes: boolean
}

export const settingFacts = z.registry<SettingFacts>()

declare const seenBy: unique symbol
/** The audience of a setting at the type level, so that the settings of each audience have their own type. */
export type SeenBy<A extends Audience> = { readonly [seenBy]: A }

// The purpose of each setting is described in texts/, in every language, under its path.

/** Declares a setting that decides how the portal does something. */
export function setting<A extends Audience, S extends z.ZodMiniType>(audience: A, kind: S): S & SeenBy<A> {
  return registerSetting(kind, { audience, effect: 'plain' })
}

/** Declares a setting that offers visitors or customers something: on or off, or the list or URL of what is offered. */
export function offer<A extends Audience>(audience: A): z.ZodMiniBoolean & SeenBy<A>
export function offer<A extends Audience, S extends z.ZodMiniType>(audience: A, kind: S): S & SeenBy<A>
export function offer(audience: Audience, kind: z.ZodMiniType = onOff()) {
  return registerSetting(kind, { audience, effect: 'offer' })
}

/** Declares a setting that, when on, requires more of users or allows them less. */
export function restriction<A extends Audience>(audience: A): z.ZodMiniBoolean & SeenBy<A> {
  return registerSetting(onOff(), { audience, effect: 'restriction' })
}

/**
 * Returns the same setting, with changes allowed for operators of a role; without this only administrators may change
 * it. Changes by the money role require the approval of another operator.
 */
export function changedBy<S extends z.ZodMiniType>(role: OperatorRole, kind: S): S {
  settingFacts.add(kind, { ...settingFacts.get(kind)!, role, fourEyes: role === 'money' })
  return kind
}

/** Returns the same setting as one of money that only administrators may change. */
export function ofMoney<S extends z.ZodMiniType>(kind: S): S {
  settingFacts.add(kind, { ...settingFacts.get(kind)!, fourEyes: true })
  return kind
}

function registerSetting<A extends Audience, S extends z.ZodMiniType>(
  kind: S,
  facts: { audience: A; effect: SettingEffect },
): S & SeenBy<A> {
  settingFacts.add(kind, { ...facts, role: 'administrator', fourEyes: false })
  return kind as S & SeenBy<A>
}
