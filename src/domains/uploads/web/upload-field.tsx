import { useTranslations } from 'use-intl'
import type { FieldProps } from '#kit/web/field.tsx'
import { Upload } from '#kit/web/upload.tsx'
import type { Uploads } from './use-uploads.ts'

type UploadFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'isOptional' | 'id'> & { uploads: Uploads }

/** Images and PDFs to send along with a form; they are on their way as soon as they are chosen. */
export function UploadField({ uploads, ...field }: UploadFieldProps) {
  const t = useTranslations('uploads')
  const { files, limits, add, remove, retry } = uploads
  return (
    <Upload {...field} {...{ files, limits }} kindsInWords={t('kinds')} onAdd={add} onRemove={remove} onRetry={retry} />
  )
}
