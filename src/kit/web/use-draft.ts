import { useCallback, useEffect, useRef, useState } from 'react'

type Change<Values> = (values: Values) => Values

/**
 * What is being filled in, kept in the tab until it is sent, so that neither an error, nor another language, nor a page that is
 * left by mistake loses it. `name` says whose it is and of what form; the first picture is always that of the empty form. It is
 * kept after so long without a change, at once unless said otherwise.
 */
export function useDraft<Values extends object>(name: string, empty: Values, { idleMs = 0 }: { idleMs?: number } = {}) {
  const [values, setValues] = useState(empty)
  const isTouched = useRef(false)

  useEffect(() => {
    const kept = readDraft<Values>(name)
    // Members that a later form has and an earlier draft lacks are those of the empty one.
    if (kept) setValues((now) => ({ ...now, ...kept }))
  }, [name])

  // Nothing is kept of a form that nobody has written into.
  useEffect(() => {
    if (!isTouched.current) return
    if (idleMs === 0) return keepDraft(name, values)
    const timer = setTimeout(() => keepDraft(name, values), idleMs)
    return () => clearTimeout(timer)
  }, [name, values, idleMs])

  const change = useCallback((to: Change<Values>) => {
    isTouched.current = true
    setValues(to)
  }, [])

  function forget() {
    isTouched.current = false
    keepDraft(name, null)
    setValues(empty)
  }

  return { values, change, forget }
}

/** By whom a draft is known apart from those of others in the same tab: nobody, or who is signed in, with an address or without. */
export function draftOwner(signedIn: { email: string; name: string } | null): string {
  return signedIn ? signedIn.email || signedIn.name : ''
}

/** What is kept in the tab under a name. A browser may refuse to keep anything; then the form is none the worse while it stands. */
export function readDraft<Values>(name: string): Partial<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps it in the tab, or nothing any more. */
export function keepDraft(name: string, values: object | null) {
  try {
    if (values) sessionStorage.setItem(keyOf(name), JSON.stringify(values))
    else sessionStorage.removeItem(keyOf(name))
  } catch {
    // See above.
  }
}

function keyOf(name: string): string {
  return `draft:${name}`
}
