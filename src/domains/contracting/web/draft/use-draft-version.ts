import { useEffect, useRef } from 'react'

type Versioned = { version?: string | undefined } | undefined

export type DraftVersion = {
  /** Sends a write with the last seen version, after those before it, and remembers the version that it creates. */
  write: <Answer extends Versioned>(send: (version: string | undefined) => Promise<Answer>) => Promise<Answer>
  /** Marks a shown version as seen: the next write overwrites it. */
  see: (version: string | undefined) => void
}

/**
 * Holds the version of the server's draft that this device has seen, stored with the draft in the tab. Writes are
 * serialised, since of two from the same version the second would be taken for a change by another device.
 */
export function useDraftVersion(
  stored: string | undefined,
  onVersion: (version: string | undefined) => void,
): DraftVersion {
  const seen = useRef(stored)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    seen.current = stored
  }, [stored])

  function see(version: string | undefined) {
    seen.current = version
    onVersion(version)
  }

  return {
    see,
    write(send) {
      const done = last.current.then(async () => {
        const answer = await send(seen.current)
        if (answer?.version) see(answer.version)
        return answer
      })
      last.current = done.catch(() => {})
      return done
    },
  }
}
