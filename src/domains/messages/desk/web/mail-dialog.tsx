import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { useDownload } from '#kit/web/action/use-download.ts'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadMail } from '../api.ts'
import { readMailHtml } from '../downloads.ts'
import styles from './mail-dialog.module.css'
import { mailQuery } from './queries.ts'

type MailDialogProps = { mailId: string; title: string; onClose: () => void }

/** What the readers of a message were sent, as they see it, without what would let the operator in. */
export function MailDialog({ mailId, title, onClose }: MailDialogProps) {
  const t = useTranslations('desk-messages')
  const { data, isError } = useQuery(mailQuery(useSend(), mailId))
  return (
    <Dialog title={title} isWide onClose={onClose}>
      <p className="soft">{t('open.about')}</p>
      {isError && <ErrorBanner>{t('open.failed')}</ErrorBanner>}
      {!data && !isError && <Skeleton count={4} />}
      {data?.copies.map((copy) => (
        <MailCopy key={copy.id} mailId={mailId} copy={copy} />
      ))}
      {data && data.files.length > 0 && <p className="note">{t('open.files', { names: data.files.join(', ') })}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('open.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function MailCopy({ mailId, copy }: { mailId: string; copy: ReadMail['copies'][number] }) {
  const t = useTranslations('desk-messages')
  const locale = useLocale()
  const { address, subject, text, sent_at: at } = copy
  const name = t('open.copy', { address, at: formatInstant(new Date(at), locale) })
  return (
    <section className="stack" aria-label={name}>
      <p className="note">{name}</p>
      {subject === null ? (
        <p className={styles.text}>{text}</p>
      ) : (
        <>
          <MailFrame mailId={mailId} copyId={copy.id} title={subject} />
          <Disclosure summary={t('open.text')}>
            <p className={styles.text}>{text}</p>
          </Disclosure>
        </>
      )}
    </section>
  )
}

/** The HTML of a mail, which in this frame has neither scripts nor links, and loads nothing. */
function MailFrame({ mailId, copyId, title }: { mailId: string; copyId: number; title: string }) {
  const { href } = useDownload({ call: readMailHtml, params: { id: mailId, copyId: String(copyId) } })
  return <iframe className={styles.frame} title={title} src={href} sandbox="" />
}
