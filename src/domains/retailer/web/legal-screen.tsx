import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { LoadContext } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { type LegalPage, legalGroupName } from '../rules.ts'
import { HtmlBlocks } from './html-blocks.tsx'
import styles from './legal-screen.module.css'
import { htmlGroupQuery } from './queries.ts'
import { useSettings } from './settings.ts'

/** Fetches the retailer's text for a legal page, in the visitor's language. */
export function load({ path, send, boot, prefetch }: LoadContext) {
  return prefetch(htmlGroupQuery(send, legalGroupName(path.slice(1) as LegalPage, boot.locale)))
}

/** A legally required page with the retailer's text. Shows how to contact the retailer if there is none. */
export function LegalScreen() {
  const t = useTranslations('retailer.legal')
  const send = useSend()
  const { locale } = useBoot()
  const { organization } = useSettings()
  const page = useLocation({ select: ({ pathname }) => pathname.slice(1) }) as LegalPage
  const { data: blocks } = useSuspenseQuery(htmlGroupQuery(send, legalGroupName(page, locale)))
  return (
    <div className={styles.screen}>
      <h1>{t(`${page}.title`)}</h1>
      {blocks.length > 0 ? <HtmlBlocks blocks={blocks} /> : <p>{t('none', { name: organization.name })}</p>}
      {organization.email && (
        <p>
          {t('ask')} <a href={`mailto:${organization.email}`}>{organization.email}</a>
        </p>
      )}
    </div>
  )
}
