import { type MouseEvent, useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Call } from '#kit/call.ts'
import { download, type IconShape, triangle } from '../graphics/icons.ts'
import { Button, IconButton, IconLink } from './button.tsx'
import styles from './download-link.module.css'
import { type Download, useDownload } from './use-download.ts'

type DownloadLinkProps<C extends Call> = Download<C> & {
  /** Names the document and its object: "Descargar la factura FE26/1". */
  label: string
  icon?: IconShape
  /** Whether the document opens in a new tab instead of being saved. */
  isInNewTab?: boolean
  /** Called once the document was saved. */
  onSaved?: () => void
}

/**
 * A link that downloads the reply of a call. Without the page's script it is a plain link; with it the icon shows the
 * progress and a failure, which is cleared by pressing the link.
 */
export function DownloadLink<C extends Call>({
  call,
  params,
  query,
  label,
  icon = download,
  isInNewTab,
  onSaved,
}: DownloadLinkProps<C>) {
  const t = useTranslations('kit.download')
  const { href, state, start, reset } = useDownload({ call, params, query })

  async function follow(event: MouseEvent) {
    if (isInNewTab || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (await start()) onSaved?.()
  }

  if (state === 'failed')
    return <IconButton icon={triangle} label={t('failed', { label })} className={styles.failed} onClick={reset} />
  return (
    <IconLink
      icon={icon}
      label={state === 'running' ? t('running', { label }) : label}
      href={href}
      download={isInNewTab ? undefined : true}
      target={isInNewTab ? '_blank' : undefined}
      aria-busy={state === 'running' || undefined}
      onClick={follow}
    />
  )
}

type DownloadButtonProps<C extends Call> = Download<C> & {
  /** Whether the download was requested by the link that led here, and so starts by itself. */
  isStartedAtOnce?: boolean
  children: string
}

/** The same as a button with a label. A failure is shown beside it. */
export function DownloadButton<C extends Call>({
  isStartedAtOnce = false,
  children,
  ...request
}: DownloadButtonProps<C>) {
  const t = useTranslations('kit.download')
  const { state, start } = useDownload(request)
  const begin = useEffectEvent(start)
  useEffect(() => {
    if (isStartedAtOnce) void begin()
  }, [isStartedAtOnce])
  return (
    <>
      <Button variant="second" icon={download} isBusy={state === 'running'} onClick={() => void start()}>
        {children}
      </Button>
      {state === 'failed' && <p role="alert">{t('failed', { label: children })}</p>}
    </>
  )
}
