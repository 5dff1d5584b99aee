import { useLocale, useTranslations } from 'use-intl'
import { DownloadRow } from '#kit/web/action/download-row.tsx'
import { paperBlank } from '#kit/web/graphics/icons.ts'
import { RowList } from '#kit/web/list/row-list.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { downloadAttachment } from '../../downloads.ts'
import type { AttachmentModel } from '../parse-contract.ts'

/** The documents stored with a contract, each with its download. */
export function ContractDocuments({ attachments }: { attachments: readonly AttachmentModel[] }) {
  const t = useTranslations('contracts.sections')
  const locale = useLocale()
  return (
    <section id="documents" className="stack" aria-labelledby="documents-title">
      <h2 id="documents-title">{t('documents')}</h2>
      <RowList>
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
      </RowList>
    </section>
  )
}

/** Returns the file type from the end of its name: `PDF`. */
function kindOf(fileName: string): string | undefined {
  return /\.(\w{2,4})$/.exec(fileName)?.[1]?.toUpperCase()
}
