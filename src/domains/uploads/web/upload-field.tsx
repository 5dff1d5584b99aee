import { useTranslations } from 'use-intl'
import type { FieldProps } from '#kit/web/form/field.tsx'
import { Upload } from '#kit/web/form/upload.tsx'
import type { Uploads } from './use-uploads.ts'

type UploadFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'isOptional' | 'id'> & { uploads: Uploads }

/** A field for images and PDFs to attach to a form. They are uploaded as soon as they are chosen. */
export function UploadField({ uploads, ...field }: UploadFieldProps) {
  const t = useTranslations('uploads')
  const { files, limits, add, remove, retry } = uploads
  return (
    <Upload {...field} {...{ files, limits }} kindsText={t('kinds')} onAdd={add} onRemove={remove} onRetry={retry} />
  )
}
