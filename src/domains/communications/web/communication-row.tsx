import { useLocale, useTranslations } from 'use-intl'
import { downloadAttachment } from '#domains/contracts/downloads.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { DownloadRow } from '#kit/web/action/download-row.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { envelope, paperBlank } from '#kit/web/graphics/icons.ts'
import { RowList } from '#kit/web/list/row-list.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { downloadMessageFile } from '../downloads.ts'
import styles from './communication-row.module.css'
import type { Communication } from './to-communications.ts'

/** Shows a communication: a message to expand, or a document to download. */
export function CommunicationRow({
  contractName,
  communication,
}: {
  contractName: string
  communication: Communication
}) {
  const t = useTranslations('communications')
  const locale = useLocale()
  if (communication.kind === 'message') return <MessageRow contractName={contractName} message={communication} />
  const { attachmentId, name, size, day } = communication
  return (
    <DownloadRow
      call={downloadAttachment}
      params={{ attachmentID: String(attachmentId) }}
      glyph={paperBlank}
      title={name}
      detail={[formatDay(day, locale), t('attachment'), size].join(' · ')}
    />
  )
}

type Message = Extract<Communication, { kind: 'message' }>

function MessageRow({ contractName, message }: { contractName: string; message: Message }) {
  const t = useTranslations('communications')
  const locale = useLocale()
  const { id, day, topic, subject, paragraphs, action, status, addresses, refusedBy, files } = message
  const statusText = t(`mail.${status}`, { addresses: addresses.join(', ') })
  return (
    <li className={styles.message}>
      <span className={styles.glyph}>
        <Icon shape={envelope} />
      </span>
      <div className={styles.content}>
        <p className={styles.detail}>
          {[formatDay(day, locale), t(`topics.${topic}`), ...(status === 'sent' ? [] : [statusText])].join(' · ')}
        </p>
        <Disclosure summary={subject}>
          <div className={styles.words}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {action && (
              <ButtonLink variant="second" isSmall href={action.link}>
                {action.label}
              </ButtonLink>
            )}
            {status === 'sent' && <p className="small soft">{statusText}</p>}
            {refusedBy.length > 0 && <p className="small">{t('refused', { addresses: refusedBy.join(', ') })}</p>}
            {files.length > 0 && (
              <RowList>
                {files.map(({ place, name }) => (
                  <DownloadRow
                    key={place}
                    call={downloadMessageFile}
                    params={{ contractName, messageId: id, place: String(place) }}
                    glyph={paperBlank}
                    title={name}
                    detail={null}
                  />
                ))}
              </RowList>
            )}
          </div>
        </Disclosure>
      </div>
    </li>
  )
}
