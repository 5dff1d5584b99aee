import { useState } from 'react'
import { isRefused } from '#kit/refusal.ts'

/** The current values, as sent with the refusal of an edit that is based on older ones. */
export type CurrentValues = Readonly<Record<string, unknown>> & { version?: string | number }

/** The version that an edit is sent with, and the current values where the data was changed elsewhere meanwhile. */
export type EditVersion<Version extends string | number> = {
  version: Version | undefined
  current: CurrentValues | undefined
  /** Records why an edit was refused. Returns whether it was a version conflict. */
  noteConflict: (thrown: unknown) => boolean
  /** Records that the edit was saved: from now on, the version that is read counts as seen. */
  markSaved: () => void
}

/**
 * Returns the version that the user has seen: the one from the start of the edit, whatever is read meanwhile, and after
 * a conflict the one then shown, so that sending again overwrites it.
 */
export function useEditVersion<Version extends string | number>(
  currentVersion: Version | undefined,
): EditVersion<Version> {
  const [baseState, setBaseState] = useState({
    version: currentVersion,
    current: undefined as CurrentValues | undefined,
  })
  return {
    version: baseState.version ?? currentVersion,
    current: baseState.current,
    noteConflict(thrown) {
      const current = currentValuesIn(thrown)
      if (current) setBaseState({ version: current.version as Version, current })
      return current !== undefined
    },
    markSaved: () => setBaseState({ version: undefined, current: undefined }),
  }
}

/** Returns the current values from the refusal of a conflicting edit. */
export function currentValuesIn(thrown: unknown): CurrentValues | undefined {
  return isRefused(thrown) ? (thrown.extra?.current as CurrentValues | undefined) : undefined
}
