import { useLocale, useTranslations } from 'use-intl'
import { DownloadRow } from '#kit/web/download-row.tsx'
import { paperBlank } from '#kit/web/icons.ts'
import { Rows } from '#kit/web/rows.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { downloadAttachment } from '../downloads.ts'
import type { ReadAttachment } from './read-contract.ts'

/** What is kept with a contract, each with its download. */
export function Documents({ attachments }: { attachments: readonly ReadAttachment[] }) {
  const t = useTranslations('contracts.sections')
  const locale = useLocale()
  return (
    <section id="documents" className="stack" aria-labelledby="documents-title">
      <h2 id="documents-title">{t('documents')}</h2>
      <Rows>
        {attachments.map(({ id, name, fileName, size, createdOn }) => (
          <DownloadRow
            key={id}
            call={downloadAttachment}
            params={{ attachmentID: String(id) }}
            glyph={paperBlank}
            title={name}
            detail={[kindOf(fileName), size, formatDay(createdOn, locale)].filter(Boolean).join(' · ')}
          />
        ))}
      </Rows>
    </section>
  )
}

/** What kind of file it is, by the end of its name: `PDF`. */
function kindOf(fileName: string): string | undefined {
  return /\.(\w{2,4})$/.exec(fileName)?.[1]?.toUpperCase()
}
