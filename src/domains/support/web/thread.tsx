import { useLocale } from 'use-intl'
import type { Call } from '#kit/call.ts'
import { DownloadRow } from '#kit/web/download-row.tsx'
import { formatFileSize } from '#kit/web/file-limits.ts'
import { Icon } from '#kit/web/icon.tsx'
import { paperBlank, triangle } from '#kit/web/icons.ts'
import { Rows } from '#kit/web/rows.tsx'
import { spaced } from '#kit/web/spaced.ts'
import type { Download } from '#kit/web/use-download.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadRequest } from '../api.ts'
import styles from './thread.module.css'

export type Message = ReadRequest['messages'][number]

type ThreadProps<C extends Call> = {
  title: string
  messages: readonly Message[]
  /** As the reader knows them: the customer is somebody else to an operator than to themselves. */
  authorOf: (message: Message) => string | undefined
  /** How the reader gets at a file that came with a message. */
  fileOf: (attachmentId: string) => Download<C>
  /** What is said of a file that does not open, now or any more. */
  closedText: (state: 'waiting' | 'infected') => string
}

/** What was written in a case, both ways, with its files. */
export function Thread<C extends Call>({ title, messages, authorOf, fileOf, closedText }: ThreadProps<C>) {
  const locale = useLocale()
  return (
    <section className="stack" aria-labelledby="messages-title">
      <h2 id="messages-title">{title}</h2>
      <div className={styles.messages}>
        {messages.map((message) => (
          <article key={message.id} className={spaced(styles.message, styles[message.author])}>
            <p className={styles.author}>
              {authorOf(message)}{' '}
              <time dateTime={message.written_at}>{formatInstant(new Date(message.written_at), locale)}</time>
            </p>
            <p className={styles.words}>{message.message}</p>
            {message.attachments.length > 0 && (
              <div className={styles.files}>
                <Rows>
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
                </Rows>
              </div>
            )}
          </article>
        ))}
      </div>
    </section>
  )
}
