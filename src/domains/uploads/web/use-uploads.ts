import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { isRefused } from '#kit/refusal.ts'
import type { FileLimits } from '#kit/web/file-limits.ts'
import { usePortal } from '#kit/web/portal.ts'
import type { Attachment } from '#kit/web/upload.tsx'
import { useOutageText } from '#kit/web/use-outage-text.ts'
import { formatDecimal } from '#vocabulary/format.ts'
import { uploadKinds } from '../rules.ts'

/** A file that is on the server, by the id that goes into the place of an attachment. */
export type SentUpload = { id: string; name: string; sizeBytes: number }

export type Uploads = {
  files: readonly Attachment[]
  limits: FileLimits
  /** Whether some are still on their way, so that nothing can be sent with them yet. */
  isUnderWay: boolean
  /** What to do first where one has not arrived: a form is never sent without a file that was added to it. */
  unsent: string | undefined
  add: (files: File[]) => void
  remove: (id: string) => void
  /** Sends a file once more that did not arrive. */
  retry: (id: string) => void
}

type Owned = {
  /** The files that have arrived; whoever fills in the form keeps them with the rest of it. */
  sent: readonly SentUpload[]
  onSent: (change: (before: readonly SentUpload[]) => SentUpload[]) => void
  maxCount: number
  /** The call that takes them, where that is not the portal's own. */
  address?: `/api/${string}`
}

/** A file on its way, and what was thrown where it has not arrived. */
type UnderWay = Attachment & { failure?: unknown }

const reasons = [
  'file_empty',
  'file_kind',
  'file_too_large',
  'file_infected',
  'file_active',
  'file_unreadable',
  'upload_closed',
] as const
const quotas = ['upload_files_per_day', 'upload_bytes_per_day', 'upload_files', 'upload_bytes'] as const

/** Sends files as soon as they are chosen, and tells how each fares. */
export function useUploads({ sent, onSent, maxCount, address = '/api/v2/uploads/' }: Owned): Uploads {
  const t = useTranslations('uploads')
  const { boot, basePath } = usePortal()
  const { fileUploadSizeLimit } = useSettings()
  const readonlyReason = useReadonlyReason()
  const [underWay, setUnderWay] = useState<readonly UnderWay[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const chosen = useRef(new Map<string, File>())
  const outageText = useOutageText()

  // What nobody waits for any more need not arrive.
  useEffect(() => {
    const { current } = stops
    return () => {
      for (const stop of current.values()) stop.abort()
    }
  }, [])

  const change = (id: string, to: Partial<UnderWay>) =>
    setUnderWay((before) => before.map((file) => (file.id === id ? { ...file, ...to } : file)))

  const forget = (id: string) => {
    stops.current.delete(id)
    chosen.current.delete(id)
    setUnderWay((before) => before.filter((file) => file.id !== id))
  }

  function begin(file: File) {
    const id = crypto.randomUUID()
    chosen.current.set(id, file)
    setUnderWay((before) => [...before, { id, name: file.name, sizeBytes: file.size, progress: 0 }])
    void send(id, file)
  }

  async function send(id: string, file: File) {
    const stop = new AbortController()
    stops.current.set(id, stop)
    const { name, size: sizeBytes } = file
    try {
      const { sendFile } = await import('./send-file.ts')
      const uploadId = await sendFile(file, {
        address: basePath + address,
        locale: boot.locale,
        signal: stop.signal,
        onProgress: (progress) => change(id, { progress }),
      })
      forget(id)
      onSent((before) => [...before, { id: uploadId, name, sizeBytes }])
    } catch (failure) {
      change(id, { progress: undefined, failure, mayArrive: mayArrive(failure) })
    }
  }

  function told(failure: unknown): string {
    if (readonlyReason) return readonlyReason
    const outage = outageText(failure)
    if (outage || !isRefused(failure)) return outage ?? t('failed')
    if (failure.code === 'too_many_attempts') return t('tooMany')
    // A quota is told with its figure or not at all.
    const explained = failure.values ? [...reasons, ...quotas] : reasons
    const known = explained.find((reason) => reason === failure.code)
    const { megabytes = fileUploadSizeLimit / 1e6, files = 0 } = failure.values ?? {}
    const figures = { megabytes: formatDecimal(megabytes, boot.locale), files: formatDecimal(files, boot.locale) }
    return known ? t(`refusals.${known}`, figures) : t('failed')
  }

  function worded({ failure, ...file }: UnderWay): Attachment {
    return failure === undefined ? file : { ...file, error: told(failure) }
  }

  return {
    files: [...sent, ...underWay.map(worded)],
    limits: {
      maxCount,
      maxBytes: fileUploadSizeLimit,
      kinds: uploadKinds,
    },
    isUnderWay: underWay.some(({ failure }) => failure === undefined),
    unsent: underWay.some(({ failure }) => failure !== undefined) ? t('unsent') : undefined,
    add(files) {
      for (const file of files) begin(file)
    },
    retry(id) {
      const file = chosen.current.get(id)
      if (!file) return
      change(id, { progress: 0, failure: undefined, mayArrive: undefined })
      void send(id, file)
    },
    remove(id) {
      stops.current.get(id)?.abort()
      forget(id)
      onSent((before) => before.filter((file) => file.id !== id))
    },
  }
}

// What the server has looked at and refused, it refuses again.
function mayArrive(failure: unknown): boolean {
  return !isRefused(failure) || ![...reasons, ...quotas].some((code) => code === failure.code)
}
