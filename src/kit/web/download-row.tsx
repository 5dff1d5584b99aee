import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Call } from '../call.ts'
import styles from './download-link.module.css'
import { download, type IconShape, triangle } from './icons.ts'
import { RowLink } from './rows.tsx'
import { type Download, useDownload } from './use-download.ts'

type DownloadRowProps<C extends Call> = Download<C> & {
  glyph: IconShape
  title: string
  /** What kind of file it is, its size, its day. */
  detail: ReactNode
}

/**
 * One of the `Rows`, which downloads what it names. Without the page's script it is a plain link; with it the row tells
 * while the file is on its way, and shows when it did not come: pressing that clears it.
 */
export function DownloadRow<C extends Call>({ glyph, title, detail, ...wanted }: DownloadRowProps<C>) {
  const t = useTranslations('kit.download')
  const { href, state, start, forget } = useDownload(wanted)

  async function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (state === 'failed') forget()
    else await start()
  }

  return (
    <RowLink
      href={href}
      download
      glyph={glyph}
      title={title}
      detail={detail}
      icon={state === 'failed' ? triangle : download}
      end={
        <span role="status">
          {state === 'running' && t('running', { label: title })}
          {state === 'failed' && <span className={styles.failed}>{t('failed', { label: title })}</span>}
        </span>
      }
      onClick={follow}
    />
  )
}
