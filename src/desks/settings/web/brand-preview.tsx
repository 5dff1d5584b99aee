import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { spaced } from '#kit/web/spaced.ts'
import styles from './brand-preview.module.css'

/** How the portal looks in a colour, in light and in dark, before it is saved. Nothing while it is no colour. */
export function BrandPreview({ color }: { color: string }) {
  const t = useTranslations('desk-settings.list')
  if (!/^#[0-9a-f]{6}$/i.test(color.trim())) return null
  return (
    <section className="stack" aria-label={t('preview')}>
      <p className="note">{t('preview')}</p>
      <div className={styles.both}>
        <Sample color={color.trim()} scheme="light" />
        <Sample color={color.trim()} scheme="dark" />
      </div>
    </section>
  )
}

function Sample({ color, scheme }: { color: string; scheme: 'light' | 'dark' }) {
  const t = useTranslations('desk-settings.list')
  const sample = useRef<HTMLDivElement>(null)
  // The policy of the pages allows no style attributes; a script may set the property.
  useLayoutEffect(() => sample.current?.style.setProperty('--brand', color), [color])
  return (
    <div ref={sample} data-brand="" className={spaced(styles.sample, styles[scheme])}>
      <p className="small">{t(scheme === 'light' ? 'previewLight' : 'previewDark')}</p>
      <p className={styles.plate}>{t('previewPlate')}</p>
      <p className={styles.button}>{t('previewButton')}</p>
      <p className={styles.text}>{t('previewLink')}</p>
    </div>
  )
}
