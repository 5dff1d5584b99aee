import { useCallback, useEffect, useRef, useState } from 'react'

type DraftUpdate<Values> = (values: Values) => Values

/**
 * Stores a form draft in the tab until it is submitted, so that an error, a change of language or leaving the page by
 * mistake does not lose it. `name` identifies its owner and form. The first render always shows the empty form. The
 * draft is saved after `idleMs` without a change, by default at once.
 */
export function useDraft<Values extends object>(
  name: string,
  initialValues: Values,
  { idleMs = 0 }: { idleMs?: number } = {},
) {
  const [values, setValues] = useState(initialValues)
  const isTouched = useRef(false)

  useEffect(() => {
    const storedDraft = readDraft<Values>(name)
    // Fields that a later form has and an older draft lacks keep their initial values.
    if (storedDraft) setValues((now) => ({ ...now, ...storedDraft }))
  }, [name])

  // No draft is stored for an untouched form.
  useEffect(() => {
    if (!isTouched.current) return
    if (idleMs === 0) return writeDraft(name, values)
    const timer = setTimeout(() => writeDraft(name, values), idleMs)
    return () => clearTimeout(timer)
  }, [name, values, idleMs])

  const change = useCallback((to: DraftUpdate<Values>) => {
    isTouched.current = true
    setValues(to)
  }, [])

  function forget() {
    isTouched.current = false
    writeDraft(name, null)
    setValues(initialValues)
  }

  return { values, change, forget }
}

/**
 * Returns the owner that keeps drafts of different users in the same tab apart: empty without a session, otherwise the
 * e-mail address, or the name of a user without one.
 */
export function draftOwnerOf(signedIn: { email: string; name: string } | null): string {
  return signedIn ? signedIn.email || signedIn.name : ''
}

/** Reads a draft from the tab. A browser may refuse to store anything; the form then works without a draft. */
export function readDraft<Values>(name: string): Partial<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a draft in the tab, or removes it. */
export function writeDraft(name: string, values: object | null) {
  try {
    if (values) sessionStorage.setItem(keyOf(name), JSON.stringify(values))
    else sessionStorage.removeItem(keyOf(name))
  } catch {
    // See `readDraft`.
  }
}

function keyOf(name: string): string {
  return `draft:${name}`
}
