import { useState } from 'react'
import { isRefused } from '../refusal.ts'

/** What stands in the place of what was seen, as the refusal of an edit tells it. */
export type Current = Readonly<Record<string, unknown>> & { version?: string | number }

/** The version that an edit is sent with, and what stands now where another device was faster. */
export type SeenVersion<Version extends string | number> = {
  version: Version | undefined
  current: Current | undefined
  /** Takes note of why an edit was refused; answers whether it was because of what stands now. */
  note: (thrown: unknown) => boolean
  /** What was sent stands: from now on what is read is what has been seen. */
  saved: () => void
}

/**
 * The version that whoever edits has seen: that of the moment when they began, whatever is read meanwhile, and after a
 * refusal that of what they have then been shown, so that sending again goes over it.
 */
export function useSeenVersion<Version extends string | number>(read: Version | undefined): SeenVersion<Version> {
  const [seen, setSeen] = useState({ version: read, current: undefined as Current | undefined })
  return {
    version: seen.version ?? read,
    current: seen.current,
    note(thrown) {
      const current = currentIn(thrown)
      if (current) setSeen({ version: current.version as Version, current })
      return current !== undefined
    },
    saved: () => setSeen({ version: undefined, current: undefined }),
  }
}

/** What stands now, of an edit that was refused because it is not what was seen. */
export function currentIn(thrown: unknown): Current | undefined {
  return isRefused(thrown) ? (thrown.extra?.current as Current | undefined) : undefined
}
