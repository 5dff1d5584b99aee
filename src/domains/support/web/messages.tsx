import { useLocale, useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { DownloadRow } from '#kit/web/download-row.tsx'
import { formatFileSize } from '#kit/web/file-limits.ts'
import { paperBlank } from '#kit/web/icons.ts'
import { Rows } from '#kit/web/rows.tsx'
import { spaced } from '#kit/web/spaced.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadRequest } from '../api.ts'
import { downloadCaseAttachment } from '../downloads.ts'
import styles from './request-screen.module.css'

/** What was written in a case, both ways, with its files. */
export function Messages({ request }: { request: ReadRequest }) {
  const t = useTranslations('support.request')
  const locale = useLocale()
  const { organization } = useSettings()
  const authorOf = ({ author, author_name }: ReadRequest['messages'][number]) =>
    author === 'administrator' ? [author_name, organization.name].filter(Boolean).join(', ') : (author_name ?? t('you'))
  return (
    <section className="stack" aria-labelledby="messages-title">
      <h2 id="messages-title">{t('messages')}</h2>
      <div className={styles.messages}>
        {request.messages.map((message) => (
          <article key={message.id} className={spaced(styles.message, styles[message.author])}>
            <p className={styles.author}>
              {authorOf(message)}{' '}
              <time dateTime={message.written_at}>{formatInstant(new Date(message.written_at), locale)}</time>
            </p>
            <p className={styles.words}>{message.message}</p>
            {message.attachments.length > 0 && (
              <div className={styles.files}>
                <Rows>
                  {message.attachments.map(({ id, filename, size_bytes }) => (
                    <DownloadRow
                      key={id}
                      call={downloadCaseAttachment}
                      params={{ id: String(request.id), attachmentId: id }}
                      glyph={paperBlank}
                      title={filename}
                      detail={formatFileSize(size_bytes, locale)}
                    />
                  ))}
                </Rows>
              </div>
            )}
          </article>
        ))}
      </div>
    </section>
  )
}
