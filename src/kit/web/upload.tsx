import { type ChangeEvent, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { IconButton } from './button.tsx'
import { Field, FieldError, type FieldProps } from './field.tsx'
import { type FileLimits, type FileRefusal, formatFileSize, sortFiles } from './file-limits.ts'
import { Icon } from './icon.tsx'
import { clip, cross, paperBlank, reload, ringExclamation } from './icons.ts'
import { spaced } from './spaced.ts'
import styles from './upload.module.css'

/**
 * A file on its way, there, or not arrived. `progress` is from 0 to 1; `error` says what to do, `mayArrive` that sending it
 * once more may help.
 */
export type Attachment = {
  id: string
  name: string
  sizeBytes: number
  progress?: number | undefined
  error?: string | undefined
  mayArrive?: boolean | undefined
}

type UploadProps = Omit<FieldProps, 'aside' | 'isLabelHidden'> & {
  files: readonly Attachment[]
  limits: FileLimits
  /** The kinds in words: "imágenes o PDF". */
  kindsInWords: string
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
  onRetry?: (id: string) => void
}

/** Files to choose or to drop. It keeps to the limits and shows how each file fares; sending them is the owner's. */
export function Upload({
  label,
  hint,
  error,
  isOptional,
  id,
  files,
  limits,
  kindsInWords,
  onAdd,
  onRemove,
  onRetry,
}: UploadProps) {
  const t = useTranslations('kit.upload')
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<readonly FileRefusal[]>([])
  const [isOver, setOver] = useState(false)
  const limitWords = {
    count: limits.maxCount,
    size: formatFileSize(limits.maxBytes, locale),
    kinds: kindsInWords,
  }

  // Emptied after each choice, so that a file that was removed can be chosen again.
  function add(event: ChangeEvent<HTMLInputElement>) {
    const sorted = sortFiles([...(event.target.files ?? [])], files.length, limits)
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
          {/* The input covers the whole area unseen, so that pressing and dropping are the browser's own. */}
          <div className={styles.drop} data-over={isOver || undefined}>
            <span className={styles.choose}>
              <Icon shape={clip} />
              {t('choose', { count: limits.maxCount })}
            </span>
            <span className={styles.limits}>{t('limits', limitWords)}</span>
            <input
              {...control}
              ref={input}
              type="file"
              multiple={limits.maxCount > 1}
              accept={limits.kinds.join(',')}
              onChange={add}
              onDragEnter={() => setOver(true)}
              onDragLeave={() => setOver(false)}
              onDrop={() => setOver(false)}
            />
          </div>
          <div role="alert" className={styles.refused}>
            {refused.map(({ name, reason }) => (
              <FieldError key={name}>{t(`refused.${reason}`, { ...limitWords, name })}</FieldError>
            ))}
          </div>
          {files.length > 0 && (
            <ul className={styles.files}>
              {files.map((attachment) => (
                <AttachmentRow
                  key={attachment.id}
                  attachment={attachment}
                  onRemove={() => remove(attachment)}
                  onRetry={onRetry && (() => onRetry(attachment.id))}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  )
}

type AttachmentRowProps = { attachment: Attachment; onRemove: () => void; onRetry?: (() => void) | undefined }

function AttachmentRow({ attachment, onRemove, onRetry }: AttachmentRowProps) {
  const t = useTranslations('kit.upload')
  const locale = useLocale()
  const { name, sizeBytes, progress, error, mayArrive } = attachment
  return (
    <li className={spaced(error && styles.failed)}>
      <Icon shape={error ? ringExclamation : paperBlank} />
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.state}>{error ?? formatFileSize(sizeBytes, locale)}</span>
        {progress !== undefined && progress < 1 && !error && (
          <progress className={styles.progress} value={progress} max={1} aria-label={t('sending', { name })} />
        )}
      </span>
      {mayArrive && onRetry && <IconButton icon={reload} label={t('retry', { name })} onClick={onRetry} />}
      <IconButton icon={cross} label={t('remove', { name })} onClick={onRemove} />
    </li>
  )
}
