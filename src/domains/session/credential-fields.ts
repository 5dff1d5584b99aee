import * as z from 'zod/mini'
import { maxCodeLength, maxLoginLength, maxPasswordLength } from './rules.ts'

export const Login = z.string().check(z.minLength(1, 'required'), z.maxLength(maxLoginLength))

export const Password = z.string().check(z.minLength(1, 'required'), z.maxLength(maxPasswordLength))

export const SessionToken = z.object({ token: z.string(), change_password: z._default(z.boolean(), false) })

/** A WebAuthn request to a browser, or its response: the JSON of WebAuthn level 3. */
const WebAuthnJson = z.record(z.string(), z.unknown())

export const PasskeyChallenge = z.object({ id: z.string(), options: WebAuthnJson })

export const PasskeyResponse = z.strictObject({ id: z.uuid(), answer: WebAuthnJson })

export type PasskeyChallenge = z.output<typeof PasskeyChallenge>

export type PasskeyResponse = z.output<typeof PasskeyResponse>

export const Code = z.string().check(z.minLength(1, 'required'), z.maxLength(maxCodeLength))
