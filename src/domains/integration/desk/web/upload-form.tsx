import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { isRefused } from '#kit/refusal.ts'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { type Attachment, Upload } from '#kit/web/form/upload.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { usePortal } from '#kit/web/portal.ts'
import { importKinds } from '../../rules.ts'
import { maxImportBytes } from '../rules.ts'
import { importsKey } from './queries.ts'

const maxFilesAtOnce = 20

/** Uploads files as soon as they are chosen. Failed uploads stay listed with the reason. */
export function UploadForm() {
  const t = useTranslations('desk-integration')
  const failureText = useErrorText('desk-integration')
  const { boot, basePath } = usePortal()
  const client = useQueryClient()
  const toast = useToast()
  const [kind, setKind] = useState('')
  const [uploads, setUploads] = useState<readonly Attachment[]>([])

  const updateUpload = (id: string, to: Partial<Attachment>) =>
    setUploads((before) => before.map((file) => (file.id === id ? { ...file, ...to } : file)))
  const removeUpload = (id: string) => setUploads((before) => before.filter((file) => file.id !== id))

  async function send(file: File) {
    const id = crypto.randomUUID()
    setUploads((before) => [...before, { id, name: file.name, sizeBytes: file.size, progress: 0 }])
    try {
      const { sendFileWithProgress } = await import('#domains/uploads/web/send-file-with-progress.ts')
      await sendFileWithProgress(file, {
        address: `${basePath}/api/v1/operator/imports${kind ? `?kind=${kind}` : ''}`,
        locale: boot.locale,
        signal: new AbortController().signal,
        onProgress: (progress) => updateUpload(id, { progress }),
      })
      removeUpload(id)
      toast(t('drop.done'))
      await client.invalidateQueries({ queryKey: importsKey })
    } catch (failure) {
      const isKnownRefusal = isRefused(failure) && failure.code !== 'unexpected'
      updateUpload(id, { progress: undefined, error: isKnownRefusal ? failureText(failure) : t('drop.failed') })
    }
  }

  return (
    <section className="stack" aria-labelledby="drop-title">
      <h2 id="drop-title">{t('drop.title')}</h2>
      <NativeSelect
        label={t('drop.kind')}
        hint={t('drop.kindHint')}
        width="medium"
        value={kind}
        onChange={(event) => setKind(event.target.value)}
        options={[
          { value: '', label: t('drop.byName') },
          ...importKinds.map((each) => ({ value: each, label: t(`kinds.${each}`) })),
        ]}
      />
      <Upload
        label={t('drop.files')}
        files={uploads}
        limits={{ maxCount: maxFilesAtOnce, maxBytes: maxImportBytes, kinds: ['*/*'] }}
        kindsText={t('drop.kinds')}
        onAdd={(files) => {
          for (const file of files) void send(file)
        }}
        onRemove={removeUpload}
      />
    </section>
  )
}
