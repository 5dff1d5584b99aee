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

/** Files of a step; while one is on its way the step waits for it. */
export function FilesField({ wizard, field, path, files, onFiles, maxCount, ...shown }: FilesFieldProps) {
  const uploads = useUploads({ sent: files, onSent: onFiles, maxCount })
  const { holdFor } = wizard
  useEffect(() => {
    holdFor(path, uploads.isUnderWay)
    return () => holdFor(path, false)
  }, [holdFor, path, uploads.isUnderWay])
  return <UploadField {...shown} id={wizard.idOf(field)} error={wizard.errorOf(field)} uploads={uploads} />
}
