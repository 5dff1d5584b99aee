import { useLocale, useTranslations } from 'use-intl'
import { DownloadRow } from '#kit/web/download-row.tsx'
import { formatFileSize } from '#kit/web/file-limits.ts'
import { paperBlank } from '#kit/web/icons.ts'
import { Rows } from '#kit/web/rows.tsx'
import { spaced } from '#kit/web/spaced.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadCase } from '../api.ts'
import { downloadCaseFile } from '../downloads.ts'
import styles from './thread.module.css'

/** What was written in a case, both ways, with its files. */
export function Thread({ found }: { found: ReadCase }) {
  const t = useTranslations('desk-cases.case')
  const locale = useLocale()
  const writer = found.contact?.email ?? found.customer?.name
  return (
    <section className="stack" aria-labelledby="messages-title">
      <h2 id="messages-title">{t('messages')}</h2>
      <div className={styles.messages}>
        {found.messages.map((message) => (
          <article key={message.id} className={spaced(styles.message, styles[message.author])}>
            <p className={styles.author}>
              {message.author_name ?? (message.author === 'administrator' ? t('us') : writer)}{' '}
              <time dateTime={message.written_at}>{formatInstant(new Date(message.written_at), locale)}</time>
            </p>
            <p className={styles.words}>{message.message}</p>
            {message.attachments.length > 0 && (
              <Rows>
                {message.attachments.map(({ id, filename, size_bytes }) => (
                  <DownloadRow
                    key={id}
                    call={downloadCaseFile}
                    params={{ id: String(found.id), attachmentId: id }}
                    glyph={paperBlank}
                    title={filename}
                    detail={formatFileSize(size_bytes, locale)}
                  />
                ))}
              </Rows>
            )}
          </article>
        ))}
      </div>
    </section>
  )
}
