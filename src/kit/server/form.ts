import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#vocabulary/locale.ts'
import type { Actor, CustomerActor } from '../actor.ts'
import type { Call } from '../call.ts'

/** A form that works without script, defined once as a value, like a call. */
export type Form = {
  /** The page that shows the form, in key form. The form is posted to this page's URL, in any language. */
  page: `/${string}`
  /** Who may submit it: visitors who post a form of customers are sent back to its page, which leads to the sign-in. */
  access: 'anyone' | 'customer'
  /** The call that does the same with script: the form requires re-authentication where the call does. */
  call?: Pick<Call, 'freshAuthentication'>
}

/** Defines a form as a value. */
export function form<const F extends Form>(definition: F): F {
  return definition
}

/** A posted form; its address is path and query of the page, without base path. */
export type FormInput<F extends Form> = {
  actor: F['access'] extends 'customer' ? CustomerActor : Actor
  fields: Record<string, string>
  address: string
  request: FastifyRequest
  reply: FastifyReply
}

/** The result of a form: a redirect, or back to its page with error codes. */
export type FormOutcome =
  /** With a language if the user who signs in has one. */
  { kind: 'redirect'; address: string; locale?: Locale } | { kind: 'invalid'; failed: readonly string[] }

export type FormHandler<F extends Form> = (input: FormInput<F>) => Promise<FormOutcome>

export type ServeForm = <F extends Form>(definition: F, handler: FormHandler<F>) => void

/** Returns the outcome that shows error codes on the page of the form. */
export function invalidForm(...failed: string[]): FormOutcome {
  return { kind: 'invalid', failed }
}
