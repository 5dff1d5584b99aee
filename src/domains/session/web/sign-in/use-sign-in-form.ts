import { type FormEvent, useState } from 'react'
import { failureCodeOf } from '#kit/failure-code.ts'

type Credentials = { user: string; password: string }

/**
 * State of a sign-in form. `signIn` makes the call and redirects, so that the form stays busy; errors that it throws
 * are shown by their code. `failed` is the code in the URL, where the form was posted without JavaScript.
 */
export function useSignInForm(signIn: (credentials: Credentials) => Promise<void>, failed?: string) {
  const [codes, setCodes] = useState<readonly string[]>(failed ? [failed] : [])
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { credentials, missing } = readCredentials(event.currentTarget)
    setCodes(missing)
    setAttempt(attempt + 1)
    if (missing.length) return
    setSending(true)
    try {
      await signIn(credentials)
    } catch (failure) {
      setCodes([failureCodeOf(failure)])
      setSending(false)
    }
  }

  return { codes, attempt, isSending, submit }
}

/** Returns the values of the form, and the codes of the missing fields. */
function readCredentials(form: HTMLFormElement): { credentials: Credentials; missing: string[] } {
  const fields = new FormData(form)
  const credentials = { user: String(fields.get('user')), password: String(fields.get('password')) }
  const missing = [
    ...(credentials.user.trim() ? [] : ['user_missing']),
    ...(credentials.password ? [] : ['password_missing']),
  ]
  return { credentials, missing }
}
