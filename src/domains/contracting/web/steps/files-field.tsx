import { useEffect } from 'react'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, useUploads } from '#domains/uploads/web/use-uploads.ts'
import type { Wizard } from '../use-wizard.ts'

type FilesFieldProps = {
  wizard: Wizard
  /** The field and its API path, by which its problems are shown. */
  field: string
  path: string
  label: string
  hint?: string
  isOptional?: boolean
  files: readonly SentUpload[]
  onFiles: (change: (before: readonly SentUpload[]) => SentUpload[]) => void
  maxCount: number
}

/** The files field of a step. While a file is uploading or has failed to arrive, the step is blocked. */
export function FilesField({ wizard, field, path, files, onFiles, maxCount, ...fieldProps }: FilesFieldProps) {
  const uploads = useUploads({ sent: files, onSent: onFiles, maxCount })
  const { blockStepFor } = wizard
  const reason = uploads.isUnderWay ? 'file_under_way' : uploads.unsent ? 'file_unsent' : null
  useEffect(() => {
    blockStepFor(path, reason)
    return () => blockStepFor(path, null)
  }, [blockStepFor, path, reason])
  return <UploadField {...fieldProps} id={wizard.idOf(field)} error={wizard.errorOf(field)} uploads={uploads} />
}
