import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { UploadField } from '#domains/uploads/web/upload-field.tsx'
import { type SentUpload, type Uploads, useUploads } from '#domains/uploads/web/use-uploads.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { TextArea } from '#kit/web/form/text-area.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { completeDeclaration, declareSupply } from '../api.ts'
import { type DeclarationKind, declarationLimits } from '../declaration-rules.ts'
import { useSendDeclaration } from './use-send-declaration.ts'

type DeclarationFormProps = { debtId: number; kinds: readonly DeclarationKind[]; isAnother: boolean }

/** The form that declares why a supply is not to be cut off. It opens on demand. */
export function DeclarationForm({ debtId, kinds, isAnother }: DeclarationFormProps) {
  const t = useTranslations('collections.declaration')
  const { now } = useBoot()
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<DeclarationKind>(kinds[0]!)
  const { uploads, attachments } = usePapers()
  const form = useSendDeclaration()

  function submit(data: FormData) {
    const note = String(data.get('note')).trim() || null
    const validUntil = String(data.get('valid_until')) || null
    form.run(attachments, (send) =>
      send(declareSupply, {
        params: { id: String(debtId) },
        body: { kind, note, valid_until: validUntil, attachments },
      }),
    )
  }

  if (!isOpen)
    return (
      <>
        <p className="small">{t('why')}</p>
        <div>
          <Button variant="second" onClick={() => setOpen(true)}>
            {t(isAnother ? 'openAnother' : 'open')}
          </Button>
        </div>
      </>
    )
  return (
    <PapersForm {...{ form, uploads }} onSubmit={submit} action={t('send')}>
      <NativeSelect
        label={t('kind')}
        value={kind}
        onChange={(event) => setKind(event.target.value as DeclarationKind)}
        options={kinds.map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
      />
      <p className="small">{t(`proofs.${kind}`)}</p>
      <UploadField label={t('papers')} error={form.problemOf('attachments')} uploads={uploads} />
      <DateField
        name="valid_until"
        label={t('validUntil')}
        hint={t('validUntilHint')}
        error={form.problemOf('valid_until')}
        isOptional
        min={marketDayOf(new Date(now), 'Europe/Madrid')}
      />
      <TextArea
        name="note"
        label={t('note')}
        hint={t('noteHint')}
        error={form.problemOf('note')}
        isOptional
        maxLength={declarationLimits.note}
      />
    </PapersForm>
  )
}

/** The form that adds what was missing. */
export function MissingPapersForm({ declarationId }: { declarationId: number }) {
  const t = useTranslations('collections.declaration')
  const { uploads, attachments } = usePapers()
  const form = useSendDeclaration()
  const submit = () =>
    form.run(attachments, (send) =>
      send(completeDeclaration, { params: { id: String(declarationId) }, body: { attachments } }),
    )
  return (
    <PapersForm {...{ form, uploads }} onSubmit={submit} action={t('complete')}>
      <UploadField label={t('papers')} error={form.problemOf('attachments')} uploads={uploads} />
    </PapersForm>
  )
}

function usePapers() {
  const [sent, setSent] = useState<readonly SentUpload[]>([])
  const uploads = useUploads({ sent, onSent: setSent, maxCount: declarationLimits.maxFiles })
  return { uploads, attachments: sent.map(({ id }) => ({ id })) }
}

type PapersFormProps = {
  form: ReturnType<typeof useSendDeclaration>
  uploads: Uploads
  action: string
  onSubmit: (data: FormData) => void
  children: ReactNode
}

function PapersForm({ form: { failure, isSending }, uploads, action, onSubmit, children }: PapersFormProps) {
  const t = useTranslations('collections.declaration')
  const waiting = uploads.isUnderWay ? t('wait') : uploads.unsent
  const disabledReason = useReadonlyReason() ?? waiting

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }

  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <ErrorBanner>{failure}</ErrorBanner>
      {children}
      <div>
        <Button type="submit" isBusy={isSending} disabledReason={disabledReason}>
          {action}
        </Button>
      </div>
    </form>
  )
}
