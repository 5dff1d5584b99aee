import { useEffect, useRef } from 'react'

type Versioned = { version?: string | undefined } | undefined

export type DraftVersion = {
  /** Sends a write with the version that was seen last, after those before it, and takes note of the version that it makes. */
  write: <Answer extends Versioned>(send: (version: string | undefined) => Promise<Answer>) => Promise<Answer>
  /** What was shown is seen: the next write goes over it. */
  see: (version: string | undefined) => void
}

/**
 * The version of the draft on the server that this device has seen, stored with the draft in the tab. Writes go one after
 * another, since of two from the same state the second would be taken for another device's.
 */
export function useDraftVersion(
  stored: string | undefined,
  store: (version: string | undefined) => void,
): DraftVersion {
  const seen = useRef(stored)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    seen.current = stored
  }, [stored])

  function see(version: string | undefined) {
    seen.current = version
    store(version)
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
