import { useRef } from 'react'
import type { FileBlockReason } from './step-submission.ts'

/** Holds which fields have files that are uploading or have failed to arrive, which blocks their step. */
export function useBlockedFiles() {
  const heldFiles = useRef(new Map<string, FileBlockReason>())
  return {
    blockedFiles: () => Object.fromEntries(heldFiles.current),
    /** Blocks the step while files are uploading or have failed to arrive. */
    blockStepFor: (path: string, reason: FileBlockReason | null) => {
      if (reason) heldFiles.current.set(path, reason)
      else heldFiles.current.delete(path)
    },
  }
}
