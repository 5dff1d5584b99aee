import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicSettings } from '#domains/operator/settings.ts'
import { changePassword, logIn } from '#domains/session/api.ts'
import { changeProblems, isFresh } from '#domains/session/rules.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { changeOwnPassword } from '#domains/session/server/change-password.ts'
import { type Denied, enterWithPassword, sourceOf } from '#domains/session/server/entry.ts'
import { leave } from '#domains/session/server/leave.ts'
import { freshAuthenticationRequired } from '#kit/refusal.ts'
import { wantsProof } from '#kit/server/serve.ts'
import { decide, destination } from '../web/guard.ts'
import type { Context } from './context.ts'

type Posted = {
  fields: Record<string, string>
  /** Path and query of the form's page, without base path. */
  address: string
  request: FastifyRequest
  reply: FastifyReply
}

/** Where a form leads: on to an address, or back to itself with the codes of what is wrong. */
export type Outcome = { kind: 'goOn'; address: string } | { kind: 'again'; failed: readonly string[] }

export type Form = (posted: Posted) => Promise<Outcome>

/** The forms of signing in, changing the password and signing out, by the page they stand on in key form. */
export function sessionForms({ context, actors }: { context: Context; actors: Actors }): Record<string, Form> {
  const { settings, cookies, clock } = context

  return {
    async '/login'({ fields, address, request, reply }) {
      const { data } = logIn.body.safeParse(fields)
      if (!context.openid.allowsPasswords()) return again('password_login_off')
      if (!data) return again('login_error')
      const entry = await enterWithPassword(context, data, sourceOf(request))
      if (entry.kind !== 'entered') return again(codeOf(entry, 'login_error'))
      cookies.keep(request, reply, entry)
      const signedIn = { readonly: false, mustChangePassword: entry.mustChangePassword }
      const decision = decide({
        page: { path: '/login', protection: 'public' },
        boot: { flags: {}, problem: null, settings: publicSettings(settings.now()), signedIn },
        address,
      })
      return { kind: 'goOn', address: decision.kind === 'goTo' ? decision.address : '/' }
    },

    async '/change-password'({ fields, address, request, reply }) {
      const actor = await actors.actorOf(request)
      // The page itself leads whoever is not signed in to the log-in.
      if (actor.kind !== 'customer') return { kind: 'goOn', address }
      if (actor.readonly) return again('token_readonly')
      if (
        wantsProof(changePassword, actor) &&
        !isFresh(actor, { now: clock(), minutes: settings.now().session.proofMinutes })
      )
        return again(freshAuthenticationRequired)
      const { current = '', password = '', repeat = '' } = fields
      const failed = changeProblems({ current, password, repeat }, settings.now().password.minimumLength)
      if (failed.length) return again(...failed)
      const change = await changeOwnPassword(context, actor, { current, password }, sourceOf(request))
      if (change.kind === 'unfit') return again(...change.problems)
      if (change.kind !== 'changed') return again(codeOf(change, 'current_password_wrong'))
      actors.forget(actor.userId)
      cookies.keep(request, reply, change)
      return { kind: 'goOn', address: destination(address, publicSettings(settings.now())) }
    },

    async '/logout'({ request, reply }) {
      await leave({ ...context, actors }, await actors.actorOf(request), request, reply)
      return { kind: 'goOn', address: '/login' }
    },
  }
}

function again(...failed: string[]): Outcome {
  return { kind: 'again', failed }
}

function codeOf(denied: Denied, wrong: string): string {
  return denied.kind === 'throttled' ? 'too_many_attempts' : wrong
}
