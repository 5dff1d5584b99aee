import { type ChangeEvent, type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { IconButton } from '../action/button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'
import { clip, cross, paperBlank, reload, ringExclamation } from '../graphics/icons.ts'
import { Field, FieldError, type FieldProps } from './field.tsx'
import { type FileLimits, type FileRefusal, formatFileSize, partitionFiles } from './file-limits.ts'
import styles from './upload.module.css'

/**
 * A file that is being uploaded, has arrived, or failed. `progress` is from 0 to 1, and stays 1 until the server
 * has accepted the file; `error` says what to do, `canRetry` that a retry may help.
 */
export type Attachment = {
  id: string
  name: string
  sizeBytes: number
  progress?: number | undefined
  error?: string | undefined
  canRetry?: boolean | undefined
}

type UploadProps = Omit<FieldProps, 'aside' | 'isLabelHidden'> & {
  files: readonly Attachment[]
  limits: FileLimits
  /** The accepted kinds as text: "imágenes o PDF". */
  kindsText: string
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
  onRetry?: (id: string) => void
}

/**
 * A field to choose or drop files. It enforces the limits and shows the state of each file; the parent uploads them.
 */
export function Upload(props: UploadProps) {
  const { label, hint, error, isOptional, id, files, limits, kindsText, onAdd, onRemove, onRetry } = props
  const t = useTranslations('kit.upload')
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<readonly FileRefusal[]>([])
  const limitTexts = { count: limits.maxCount, size: formatFileSize(limits.maxBytes, locale), kinds: kindsText }

  // Cleared after each choice, so that a removed file can be chosen again.
  function add(event: ChangeEvent<HTMLInputElement>) {
    const sorted = partitionFiles([...(event.target.files ?? [])], files.length, limits)
    event.target.value = ''
    setRefused(sorted.refused)
    if (sorted.accepted.length > 0) onAdd(sorted.accepted)
  }

  function remove(attachment: Attachment) {
    setRefused([])
    onRemove(attachment.id)
    input.current?.focus()
  }

  return (
    <Field {...{ label, hint, error, isOptional, id }}>
      {(control) => (
        <>
          <DropArea limits={limits} limitsText={t('limits', limitTexts)}>
            {(area) => <input {...control} {...area} ref={input} type="file" onChange={add} />}
          </DropArea>
          <div role="alert" className={styles.refused}>
            {refused.map(({ name, reason }) => (
              <FieldError key={name}>{t(`refused.${reason}`, { ...limitTexts, name })}</FieldError>
            ))}
          </div>
          <AttachmentRows {...{ files, onRetry }} onRemove={remove} />
        </>
      )}
    </Field>
  )
}

type AttachmentRowProps = { attachment: Attachment; onRemove: () => void; onRetry?: (() => void) | undefined }

function AttachmentRow({ attachment, onRemove, onRetry }: AttachmentRowProps) {
  const t = useTranslations('kit.upload')
  const locale = useLocale()
  const { name, sizeBytes, progress, error, canRetry } = attachment
  return (
    <li className={classNames(error && styles.failed)}>
      <Icon shape={error ? ringExclamation : paperBlank} />
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.state}>{error ?? formatFileSize(sizeBytes, locale)}</span>
        {progress !== undefined && !error && (
          <progress className={styles.progress} value={progress} max={1} aria-label={t('sending', { name })} />
        )}
      </span>
      {canRetry && onRetry && <IconButton icon={reload} label={t('retry', { name })} onClick={onRetry} />}
      <IconButton icon={cross} label={t('remove', { name })} onClick={onRemove} />
    </li>
  )
}

type DropAreaProps = {
  limits: FileLimits
  limitsText: string
  children: (area: ComponentProps<'input'>) => ReactNode
}

function DropArea({ limits, limitsText, children }: DropAreaProps) {
  const t = useTranslations('kit.upload')
  const [isOver, setOver] = useState(false)
  // The invisible input covers the whole area, so that pressing and dropping are handled by the browser.
  return (
    <div className={styles.drop} data-over={isOver || undefined}>
      <span className={styles.choose}>
        <Icon shape={clip} />
        {t('choose', { count: limits.maxCount })}
      </span>
      <span className={styles.limits}>{limitsText}</span>
      {children({
        multiple: limits.maxCount > 1,
        accept: limits.kinds.join(','),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: () => setOver(false),
      })}
    </div>
  )
}

type AttachmentRowsProps = Pick<UploadProps, 'files' | 'onRetry'> & { onRemove: (attachment: Attachment) => void }

function AttachmentRows({ files, onRetry, onRemove }: AttachmentRowsProps) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files}>
      {files.map((attachment) => (
        <AttachmentRow
          key={attachment.id}
          attachment={attachment}
          onRemove={() => onRemove(attachment)}
          onRetry={onRetry && (() => onRetry(attachment.id))}
        />
      ))}
    </ul>
  )
}
