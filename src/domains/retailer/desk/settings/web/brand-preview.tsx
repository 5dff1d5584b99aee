import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '#kit/web/class-names.ts'
import styles from './brand-preview.module.css'

/** A preview of the portal in a brand colour, in light and dark mode. Renders nothing for an invalid colour. */
export function BrandPreview({ color }: { color: string }) {
  const t = useTranslations('desk-settings.list')
  if (!/^#[0-9a-f]{6}$/i.test(color.trim())) return null
  return (
    <section className="stack" aria-label={t('preview')}>
      <p className="note">{t('preview')}</p>
      <div className={styles.both}>
        <BrandSample color={color.trim()} scheme="light" />
        <BrandSample color={color.trim()} scheme="dark" />
      </div>
    </section>
  )
}

function BrandSample({ color, scheme }: { color: string; scheme: 'light' | 'dark' }) {
  const t = useTranslations('desk-settings.list')
  const sample = useRef<HTMLDivElement>(null)
  // The content security policy forbids style attributes; a script may set the property.
  useLayoutEffect(() => sample.current?.style.setProperty('--brand', color), [color])
  return (
    <div ref={sample} data-brand="" className={classNames(styles.sample, styles[scheme])}>
      <p className="small">{t(scheme === 'light' ? 'previewLight' : 'previewDark')}</p>
      <p className={styles.card}>{t('previewSummaryCard')}</p>
      <p className={styles.button}>{t('previewButton')}</p>
      <p className={styles.text}>{t('previewLink')}</p>
    </div>
  )
}
