import { useEffect } from 'react'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import type { Wizard } from './use-wizard.ts'

type FilesFieldProps = {
  wizard: Wizard
  /** The field, and its path on the wire, by which what is wrong with it is told. */
  field: string
  path: string
  label: string
  hint?: string
  isOptional?: boolean
  files: readonly SentUpload[]
  onFiles: (change: (before: readonly SentUpload[]) => SentUpload[]) => void
  maxCount: number
}

/** Files of a step; while one is on its way, or has not arrived, the step waits for it. */
export function FilesField({ wizard, field, path, files, onFiles, maxCount, ...shown }: FilesFieldProps) {
  const uploads = useUploads({ sent: files, onSent: onFiles, maxCount })
  const { holdFor } = wizard
  const reason = uploads.isUnderWay ? 'file_under_way' : uploads.unsent ? 'file_unsent' : null
  useEffect(() => {
    holdFor(path, reason)
    return () => holdFor(path, null)
  }, [holdFor, path, reason])
  return <UploadField {...shown} id={wizard.idOf(field)} error={wizard.errorOf(field)} uploads={uploads} />
}
