import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queryOf } from '#kit/portal-address.ts'
import { type FormInput, type FormOutcome, form, invalidForm, type ServeForm } from '#kit/server/form.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { changePassword, logIn } from '../api.ts'
import { connectAccount } from '../identities-api.ts'
import { passwordChangeProblems } from '../rules.ts'
import type { MoveSignatures } from './openid/identity-store.ts'
import type { OpenidAuthenticator } from './openid/openid-authenticator.ts'
import { linkIdentityByPassword } from './openid/openid-sign-in.ts'
import { changeOwnPassword } from './password/change-password.ts'
import { createSecondFactorChallenge, signInWithSecondFactor } from './second-factor/second-factor.ts'
import type { BrowserOrigin } from './second-factor/webauthn.ts'
import type { Actors } from './sessions/actors.ts'
import type { SessionCookies } from './sessions/cookies.ts'
import {
  requestSourceOf,
  type SignInDenied,
  type SignInDeps,
  type SignInSuccess,
  signInWithPassword,
} from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'

const logInForm = form({ page: '/login', access: 'anyone' })
const changePasswordForm = form({ page: '/change-password', access: 'customer', call: changePassword })
const connectForm = form({ page: '/connect', access: 'customer' })
const logOutForm = form({ page: '/logout', access: 'anyone' })

type SessionFormDeps = Omit<SignInDeps, 'db'> & {
  db: Kysely<DB>
  serve: ServeForm
  actors: Actors
  cookies: SessionCookies
  openid: OpenidAuthenticator
  encryptionKeys: KeyRing
  moveSignatures: MoveSignatures
  browserOriginOf: (request: FastifyRequest) => BrowserOrigin
  /** Returns where a user continues who has signed in on a page. */
  addressAfterSignIn: (address: string, session: Pick<SignInSuccess, 'mustChangePassword'>) => string
  /** Returns the page that the URL of a sign-in page leads to. */
  destinationOf: (address: string) => string
  /** The page that ends the session at the identity provider. */
  providerSignOutPage: string
}

/** Serves the forms of signing in, linking an account, changing the password and signing out. */
export function sessionForms(deps: SessionFormDeps) {
  const { serve, actors, cookies, openid, browserOriginOf, addressAfterSignIn } = deps

  function signIn(session: SignInSuccess, address: string, request: FastifyRequest, reply: FastifyReply): FormOutcome {
    const locale = cookies.saveSession(request, reply, session)
    return { kind: 'redirect', address: addressAfterSignIn(address, session), locale }
  }

  async function submitSecondFactor(code: string, address: string, request: FastifyRequest, reply: FastifyReply) {
    const step = { id: request.cookies[stepCookie] ?? '', factor: { code } }
    const session = await signInWithSecondFactor(deps, browserOriginOf(request), step, requestSourceOf(request))
    if (session.kind === 'expired') return invalidForm('second_factor_over')
    if (session.kind !== 'signedIn') return invalidForm(failureCodeOf(session, 'second_factor_wrong'))
    cookies.remove(request, reply, stepCookie)
    return signIn(session, address, request, reply)
  }

  serve(logInForm, async ({ fields, address, request, reply }) => {
    const { data } = logIn.body.safeParse(fields)
    if (!openid.allowsPasswords()) return invalidForm('password_login_off')
    if (fields.code !== undefined) return submitSecondFactor(fields.code, address, request, reply)
    if (!data) return invalidForm('login_error')
    const session = await signInWithPassword(deps, data, requestSourceOf(request))
    if (session.kind === 'secondFactorRequired') {
      const { id } = await createSecondFactorChallenge(deps, browserOriginOf(request), session.userId)
      cookies.put(request, reply, { name: stepCookie, value: id })
      const query = queryOf(address)
      query.delete('failed')
      query.set('step', 'code')
      return { kind: 'redirect', address: `/login?${query}` }
    }
    if (session.kind !== 'signedIn') return invalidForm(failureCodeOf(session, 'login_error'))
    return signIn(session, address, request, reply)
  })

  serve(changePasswordForm, (input) => submitPasswordChange(deps, input))

  serve(connectForm, async ({ actor, fields, address, request, reply }) => {
    const { data } = connectAccount.body.safeParse(fields)
    if (!data) return invalidForm('login_error')
    const connected = await linkIdentityByPassword(deps, actor, data, requestSourceOf(request))
    if (connected.kind === 'alreadyLinked') return invalidForm('already_linked')
    if (connected.kind === 'secondFactorFirst') return invalidForm('second_factor_first')
    if (connected.kind !== 'signedIn') return invalidForm(failureCodeOf(connected, 'login_error'))
    actors.forget(actor.userId)
    return signIn(connected, address, request, reply)
  })

  serve(logOutForm, async ({ actor, request, reply }) => {
    const { isSignedOutAtProvider } = await signOut({ ...deps, actors }, actor, request, reply)
    return { kind: 'redirect', address: isSignedOutAtProvider ? '/login' : deps.providerSignOutPage }
  })
}

async function submitPasswordChange(
  deps: SessionFormDeps,
  { actor, fields, address, request, reply }: FormInput<typeof changePasswordForm>,
): Promise<FormOutcome> {
  const { actors, settings, cookies, openid, destinationOf } = deps
  if (!openid.allowsPasswords()) return invalidForm('password_login_off')
  const { current = '', password = '', repeat = '' } = fields
  const failed = passwordChangeProblems({ current, password, repeat }, settings.now().password.minimumLength)
  if (failed.length) return invalidForm(...failed)
  const change = await changeOwnPassword(deps, actor, { current, password }, requestSourceOf(request))
  if (change.kind === 'rejected') return invalidForm(...change.problems)
  if (change.kind !== 'changed') return invalidForm(failureCodeOf(change, 'current_password_wrong'))
  actors.forget(actor.userId)
  cookies.saveSession(request, reply, change)
  if (change.hasOtherAccess) return { kind: 'redirect', address: accessPageAfterChange(address) }
  return { kind: 'redirect', address: destinationOf(address) }
}

/**
 * Returns the page that shows a user who has changed their password the other access to the account, and then continues
 * to their destination.
 */
function accessPageAfterChange(address: string): string {
  const query = queryOf(address)
  query.delete('failed')
  query.set('step', 'changed')
  return `/profile/programs?${query}`
}

/** The cookie of a pending second factor in a browser without script, and its lifetime. */
const stepCookie = 'second_step'

function failureCodeOf(denied: SignInDenied, wrong: string): string {
  return denied.kind === 'throttled' ? 'too_many_attempts' : wrong
}
