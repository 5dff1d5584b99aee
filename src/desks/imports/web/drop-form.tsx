import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { importKinds } from '#domains/integration/rules.ts'
import { isRefused } from '#kit/refusal.ts'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { usePortal } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type Attachment, Upload } from '#kit/web/upload.tsx'
import { mostImportBytes } from '../rules.ts'
import { importsKey } from './queries.ts'

const mostAtOnce = 20

/** Sends files as soon as they are chosen; what does not arrive stays, with why. */
export function DropForm() {
  const t = useTranslations('desk-imports')
  const sentenceOf = useSentence('desk-imports')
  const { boot, basePath } = usePortal()
  const client = useQueryClient()
  const say = useToast()
  const [kind, setKind] = useState('')
  const [underWay, setUnderWay] = useState<readonly Attachment[]>([])

  const change = (id: string, to: Partial<Attachment>) =>
    setUnderWay((before) => before.map((file) => (file.id === id ? { ...file, ...to } : file)))
  const forget = (id: string) => setUnderWay((before) => before.filter((file) => file.id !== id))

  async function send(file: File) {
    const id = crypto.randomUUID()
    setUnderWay((before) => [...before, { id, name: file.name, sizeBytes: file.size, progress: 0 }])
    try {
      const { sendFile } = await import('#domains/uploads/web/send-file.ts')
      await sendFile(file, {
        address: `${basePath}/api/v1/operator/imports${kind ? `?kind=${kind}` : ''}`,
        locale: boot.locale,
        signal: new AbortController().signal,
        onProgress: (progress) => change(id, { progress }),
      })
      forget(id)
      say(t('drop.done'))
      await client.invalidateQueries({ queryKey: importsKey })
    } catch (failure) {
      const isTold = isRefused(failure) && failure.code !== 'unexpected'
      change(id, { progress: undefined, error: isTold ? sentenceOf(failure) : t('drop.failed') })
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
        files={underWay}
        limits={{ maxCount: mostAtOnce, maxBytes: mostImportBytes, kinds: ['*/*'] }}
        kindsInWords={t('drop.kinds')}
        onAdd={(files) => {
          for (const file of files) void send(file)
        }}
        onRemove={forget}
      />
    </section>
  )
}
