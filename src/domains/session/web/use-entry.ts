import { type FormEvent, useState } from 'react'
import { codeOf } from '#kit/failure-code.ts'

type Entry = { user: string; password: string }

/**
 * A form of user and password on its way. `enter` makes the call and leads on from there, so that the form stays busy; what
 * it throws is told by its code. `failed` is the code that the address brings, where the form was posted without script.
 */
export function useEntry(enter: (entry: Entry) => Promise<void>, failed?: string) {
  const [codes, setCodes] = useState<readonly string[]>(failed ? [failed] : [])
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { entry, missing } = readEntry(event.currentTarget)
    setCodes(missing)
    setAttempt(attempt + 1)
    if (missing.length) return
    setSending(true)
    try {
      await enter(entry)
    } catch (failure) {
      setCodes([codeOf(failure)])
      setSending(false)
    }
  }

  return { codes, attempt, isSending, submit }
}

/** What was filled in, and the codes of what was not. */
function readEntry(form: HTMLFormElement): { entry: Entry; missing: string[] } {
  const fields = new FormData(form)
  const entry = { user: String(fields.get('user')), password: String(fields.get('password')) }
  const missing = [...(entry.user.trim() ? [] : ['user_missing']), ...(entry.password ? [] : ['password_missing'])]
  return { entry, missing }
}
