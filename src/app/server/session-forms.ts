import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicSettings } from '#domains/operator/settings.ts'
import { changePassword, connectAccount, logIn } from '#domains/session/api.ts'
import { changeProblems, isFresh } from '#domains/session/rules.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import { changeOwnPassword } from '#domains/session/server/change-password.ts'
import { connectByPassword } from '#domains/session/server/enter-with-openid.ts'
import { type Denied, type Entered, enterWithPassword, sourceOf } from '#domains/session/server/entry.ts'
import { leave } from '#domains/session/server/leave.ts'
import { askSecondStep, takeSecondStep } from '#domains/session/server/second-step.ts'
import type { Locale } from '#kit/locale.ts'
import { freshAuthenticationRequired } from '#kit/refusal.ts'
import { wantsProof } from '#kit/server/serve.ts'
import { decide, destination } from '../web/guard.ts'
import { queryOf } from '../web/own-address.ts'
import type { Context } from './context.ts'
import { leavingPath } from './entry.ts'
import { ownOrigin } from './http.ts'

type Posted = {
  fields: Record<string, string>
  /** Path and query of the form's page, without base path. */
  address: string
  request: FastifyRequest
  reply: FastifyReply
}

/** Where a form leads: on to an address, or back to itself with the codes of what is wrong. */
export type Outcome =
  /** In a language of its own where whoever comes in brings one. */
  { kind: 'goOn'; address: string; locale?: Locale } | { kind: 'again'; failed: readonly string[] }

export type Form = (posted: Posted) => Promise<Outcome>

/** The forms of signing in, linking an account, changing the password and signing out, by the page they stand on in key form. */
export function sessionForms({ context, actors }: { context: Context; actors: Actors }): Record<string, Form> {
  const { settings, cookies, clock } = context

  const placeOf = (request: FastifyRequest) => ({ origin: ownOrigin(request, context.config) })

  function letIn(entry: Entered, address: string, request: FastifyRequest, reply: FastifyReply): Outcome {
    const locale = cookies.keep(request, reply, entry)
    const signedIn = { readonly: false, mustChangePassword: entry.mustChangePassword }
    const decision = decide({
      page: { path: '/login', protection: 'public' },
      boot: { flags: {}, problem: null, settings: publicSettings(settings.now()), signedIn },
      address,
    })
    return { kind: 'goOn', address: decision.kind === 'goTo' ? decision.address : '/', locale }
  }

  async function secondStep(code: string, address: string, request: FastifyRequest, reply: FastifyReply) {
    const step = { id: request.cookies[stepCookie] ?? '', factor: { code } }
    const entry = await takeSecondStep(context, placeOf(request), step, sourceOf(request))
    if (entry.kind === 'over') return again('second_factor_over')
    if (entry.kind !== 'entered') return again(codeOf(entry, 'second_factor_wrong'))
    cookies.drop(request, reply, stepCookie)
    return letIn(entry, address, request, reply)
  }

  return {
    async '/login'({ fields, address, request, reply }) {
      const { data } = logIn.body.safeParse(fields)
      if (!context.openid.allowsPasswords()) return again('password_login_off')
      if (fields.code !== undefined) return secondStep(fields.code, address, request, reply)
      if (!data) return again('login_error')
      const entry = await enterWithPassword(context, data, sourceOf(request))
      if (entry.kind === 'halfIn') {
        const { id } = await askSecondStep(context, placeOf(request), entry.userId)
        cookies.put(request, reply, { name: stepCookie, value: id })
        const query = queryOf(address)
        query.delete('failed')
        query.set('step', 'code')
        return { kind: 'goOn', address: `/login?${query}` }
      }
      if (entry.kind !== 'entered') return again(codeOf(entry, 'login_error'))
      return letIn(entry, address, request, reply)
    },

    async '/change-password'({ fields, address, request, reply }) {
      const actor = await actors.actorOf(request)
      // The page itself leads whoever is not signed in to the log-in.
      if (actor.kind !== 'customer') return { kind: 'goOn', address }
      if (actor.readonly) return again('token_readonly')
      if (!context.openid.allowsPasswords()) return again('password_login_off')
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
      if (change.hasOtherAccess) return { kind: 'goOn', address: accessAfterChange(address) }
      return {
        kind: 'goOn',
        address: destination(address, {
          ...publicSettings(settings.now()),
          hasUpstream: context.upstream !== undefined,
        }),
      }
    },

    async '/connect'({ fields, address, request, reply }) {
      const actor = await actors.actorOf(request)
      if (actor.kind !== 'customer') return { kind: 'goOn', address }
      if (actor.readonly) return again('token_readonly')
      const { data } = connectAccount.body.safeParse(fields)
      if (!data) return again('login_error')
      const connected = await connectByPassword(context, actor, data, sourceOf(request))
      if (connected.kind === 'alreadyLinked') return again('already_linked')
      if (connected.kind === 'secondFactorFirst') return again('second_factor_first')
      if (connected.kind !== 'entered') return again(codeOf(connected, 'login_error'))
      actors.forget(actor.userId)
      return letIn(connected, address, request, reply)
    },

    async '/logout'({ request, reply }) {
      const { isLeftElsewhere } = await leave({ ...context, actors }, await actors.actorOf(request), request, reply)
      return { kind: 'goOn', address: isLeftElsewhere ? '/login' : leavingPath }
    },
  }
}

/** Where whoever has changed their password sees what gets in as before, and then goes on to where they were going. */
function accessAfterChange(address: string): string {
  const query = queryOf(address)
  query.delete('failed')
  query.set('step', 'changed')
  return `/profile/programs?${query}`
}

/** What waits for the second step in a browser without script, and for how long. */
const stepCookie = 'second_step'

function again(...failed: string[]): Outcome {
  return { kind: 'again', failed }
}

function codeOf(denied: Denied, wrong: string): string {
  return denied.kind === 'throttled' ? 'too_many_attempts' : wrong
}
