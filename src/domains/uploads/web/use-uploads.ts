import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import type { FileLimits } from '#kit/web/form/file-limits.ts'
import type { Attachment } from '#kit/web/form/upload.tsx'
import { usePortal } from '#kit/web/portal.ts'
import { uploadKinds } from '../rules.ts'
import { isRetryable, useUploadFailureText } from './upload-failures.ts'

/** A file that has been uploaded, with the id to attach it by. */
export type SentUpload = { id: string; name: string; sizeBytes: number }

export type Uploads = {
  files: readonly Attachment[]
  limits: FileLimits
  /** Whether uploads are still in progress, so that the form cannot be submitted yet. */
  isUnderWay: boolean
  /** What to do first if an upload has failed: a form is never submitted without a file that was added to it. */
  unsent: string | undefined
  add: (files: File[]) => void
  remove: (id: string) => void
  /** Retries a failed upload. */
  retry: (id: string) => void
}

type UploadsOptions = {
  /** The uploaded files, stored by the form with its other values. */
  sent: readonly SentUpload[]
  onSent: (change: (before: readonly SentUpload[]) => SentUpload[]) => void
  maxCount: number
  /** The path of the upload call, if it is not the portal's own. */
  address?: `/api/${string}`
}

/** A file being uploaded, with the error if it has failed. */
type UploadInProgress = Attachment & { failure?: unknown }

/** Uploads files as soon as they are chosen, and reports the progress of each. */
export function useUploads({ sent, onSent, maxCount, address = '/api/v2/uploads/' }: UploadsOptions): Uploads {
  const t = useTranslations('uploads')
  const { boot, basePath } = usePortal()
  const { fileUploadSizeLimit } = useSettings()
  const messageFor = useUploadFailureText()
  const [uploading, setUploading] = useState<readonly UploadInProgress[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const chosen = useRef(new Map<string, File>())

  useAbortOnUnmount(stops)
  const change = (id: string, to: Partial<UploadInProgress>) =>
    setUploading((before) => before.map((file) => (file.id === id ? { ...file, ...to } : file)))

  const forget = (id: string) => {
    stops.current.delete(id)
    chosen.current.delete(id)
    setUploading((before) => before.filter((file) => file.id !== id))
  }

  function begin(file: File) {
    const id = crypto.randomUUID()
    chosen.current.set(id, file)
    setUploading((before) => [...before, { id, name: file.name, sizeBytes: file.size, progress: 0 }])
    void send(id, file)
  }

  async function send(id: string, file: File) {
    const stop = new AbortController()
    stops.current.set(id, stop)
    try {
      const { sendFileWithProgress } = await import('./send-file-with-progress.ts')
      const onProgress = (progress: number) => change(id, { progress })
      const sending = { address: basePath + address, locale: boot.locale, signal: stop.signal, onProgress }
      const uploadId = await sendFileWithProgress(file, sending)
      forget(id)
      onSent((before) => [...before, { id: uploadId, name: file.name, sizeBytes: file.size }])
    } catch (failure) {
      change(id, { progress: undefined, failure, canRetry: isRetryable(failure) })
    }
  }

  return {
    files: [...sent, ...uploading.map((file) => withMessage(file, messageFor))],
    limits: { maxCount, maxBytes: fileUploadSizeLimit, kinds: uploadKinds },
    isUnderWay: uploading.some(({ failure }) => failure === undefined),
    unsent: uploading.some(({ failure }) => failure !== undefined) ? t('unsent') : undefined,
    add: (files) => files.forEach(begin),
    retry(id) {
      const file = chosen.current.get(id)
      if (!file) return
      change(id, { progress: 0, failure: undefined, canRetry: undefined })
      void send(id, file)
    },
    remove(id) {
      stops.current.get(id)?.abort()
      forget(id)
      onSent((before) => before.filter((file) => file.id !== id))
    },
  }
}

/** Aborts the uploads when the form is unmounted. */
function useAbortOnUnmount(stops: RefObject<Map<string, AbortController>>) {
  useEffect(() => {
    const { current } = stops
    return () => {
      for (const stop of current.values()) stop.abort()
    }
  }, [])
}

function withMessage({ failure, ...file }: UploadInProgress, messageFor: (failure: unknown) => string): Attachment {
  return failure === undefined ? file : { ...file, error: messageFor(failure) }
}
