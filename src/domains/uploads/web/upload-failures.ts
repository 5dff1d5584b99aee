import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { isRefused } from '#kit/refusal.ts'
import { useOutageText } from '#kit/web/feedback/use-outage-text.ts'
import { usePortal } from '#kit/web/portal.ts'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatDecimal } from '#vocabulary/format.ts'

const fileRefusalCodes = [
  'file_empty',
  'file_kind',
  'file_too_large',
  'file_infected',
  'file_active',
  'file_unreadable',
  'upload_closed',
] as const
const quotaRefusalCodes = ['upload_files_per_day', 'upload_bytes_per_day', 'upload_files', 'upload_bytes'] as const

/** Returns the message of a failed upload. */
export function useUploadFailureText(): (failure: unknown) => string {
  const t = useTranslations('uploads')
  const { fileUploadSizeLimit } = useSettings()
  const readonlyReason = useReadonlyReason()
  const { locale } = usePortal().boot
  const outageText = useOutageText()
  return (failure) => {
    if (readonlyReason) return readonlyReason
    const outage = outageText(failure)
    if (outage || !isRefused(failure)) return outage ?? t('failed')
    if (failure.code === 'too_many_attempts') return t('tooMany')
    // A quota message is shown only if its limit is known.
    const explained = failure.values ? [...fileRefusalCodes, ...quotaRefusalCodes] : fileRefusalCodes
    const known = explained.find((reason) => reason === failure.code)
    const { megabytes = fileUploadSizeLimit / 1e6, files = 0 } = failure.values ?? {}
    const figures = { megabytes: formatDecimal(megabytes, locale), files: formatDecimal(files, locale) }
    return known ? t(`refusals.${known}`, figures) : t('failed')
  }
}

/** Checks whether a failed upload can be repeated. A file that the server has inspected and refused would be refused again. */
export function isRetryable(failure: unknown): boolean {
  return !isRefused(failure) || ![...fileRefusalCodes, ...quotaRefusalCodes].some((code) => code === failure.code)
}
