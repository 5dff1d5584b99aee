import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Call } from '#kit/call.ts'
import { download, type IconShape, triangle } from '../graphics/icons.ts'
import { RowLink } from '../list/row-list.tsx'
import styles from './download-link.module.css'
import { type Download, useDownload } from './use-download.ts'

type DownloadRowProps<C extends Call> = Download<C> & {
  glyph: IconShape
  title: string
  /** The kind of file, its size, its day. */
  detail: ReactNode
}

/**
 * A row of a `RowList` that downloads its file. Without the page's script it is a plain link; with it the row shows the
 * progress and a failure, which is cleared by pressing the row.
 */
export function DownloadRow<C extends Call>({ glyph, title, detail, ...request }: DownloadRowProps<C>) {
  const t = useTranslations('kit.download')
  const { href, state, start, reset } = useDownload(request)

  async function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (state === 'failed') reset()
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
