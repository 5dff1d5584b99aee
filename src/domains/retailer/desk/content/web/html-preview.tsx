import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { HtmlBlocks } from '../../../web/html-blocks.tsx'
import { previewQuery } from './queries.ts'

/** HTML as customers will see it, sanitised by the server. It is not interactive. */
export function HtmlPreview({ html }: { html: string }) {
  const t = useTranslations('desk-content.list')
  const deferredHtml = useDeferredValue(html)
  const { data, isError } = useQuery({ ...previewQuery(useSend(), deferredHtml), placeholderData: keepPreviousData })
  return (
    <section className="stack" aria-label={t('preview')}>
      <p className="note">{t('preview')}</p>
      {isError && <p className="note">{t('previewFailed')}</p>}
      <div inert>
        <HtmlBlocks blocks={[{ id: 0, html_block: data ?? '', block_height: null, block_width: null }]} />
      </div>
    </section>
  )
}
