import { useLocale } from 'use-intl'
import type { Call } from '#kit/call.ts'
import { DownloadRow } from '#kit/web/action/download-row.tsx'
import type { Download } from '#kit/web/action/use-download.ts'
import { classNames } from '#kit/web/class-names.ts'
import { formatFileSize } from '#kit/web/form/file-limits.ts'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { paperBlank, triangle } from '#kit/web/graphics/icons.ts'
import { RemainingRows } from '#kit/web/list/remaining-rows.tsx'
import { RowList } from '#kit/web/list/row-list.tsx'
import { useFirstRows } from '#kit/web/list/use-first-rows.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { RequestDetails } from '../../api.ts'
import styles from './message-thread.module.css'

export type CaseMessage = RequestDetails['messages'][number]

type MessageThreadProps<C extends Call> = {
  title: string
  messages: readonly CaseMessage[]
  /**
   * Returns the author's name as the reader knows it: operators see the customer under a different name than the
   * customers themselves.
   */
  authorOf: (message: CaseMessage) => string | undefined
  /** Returns the download of an attached file for this reader. */
  fileOf: (attachmentId: string) => Download<C>
  /** Returns the text for a file that cannot be opened yet, or any more. */
  closedText: (state: 'waiting' | 'infected') => string
}

/** Shows the messages of a case in both directions, with their files. */
export function MessageThread<C extends Call>({
  title,
  messages,
  authorOf,
  fileOf,
  closedText,
}: MessageThreadProps<C>) {
  const locale = useLocale()
  const shownMessages = useFirstRows(messages)
  return (
    <section className="stack" aria-labelledby="messages-title">
      <h2 id="messages-title">{title}</h2>
      <div className={styles.messages}>
        {shownMessages.map((message) => (
          <article key={message.id} className={classNames(styles.message, styles[message.author])}>
            <p className={styles.author}>
              {authorOf(message)}{' '}
              <time dateTime={message.written_at}>{formatInstant(new Date(message.written_at), locale)}</time>
            </p>
            <p className={styles.words}>{message.message}</p>
            {message.attachments.length > 0 && (
              <div className={styles.files}>
                <RowList>
                  {message.attachments.map(({ id, filename, size_bytes, scan_state = 'clean' }) =>
                    scan_state === 'clean' ? (
                      <DownloadRow
                        key={id}
                        {...fileOf(id)}
                        glyph={paperBlank}
                        title={filename}
                        detail={formatFileSize(size_bytes, locale)}
                      />
                    ) : (
                      <li key={id} className={styles.closed}>
                        <Icon shape={scan_state === 'infected' ? triangle : paperBlank} />
                        <span>
                          <strong>{filename}</strong>
                          <span className="soft">{closedText(scan_state)}</span>
                        </span>
                      </li>
                    ),
                  )}
                </RowList>
              </div>
            )}
          </article>
        ))}
        {shownMessages.length < messages.length && (
          <RemainingRows shown={shownMessages.length} total={messages.length} />
        )}
      </div>
    </section>
  )
}
