import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../action/button.tsx'
import { Banner } from '../feedback/banner.tsx'
import styles from './stale-edit-banner.module.css'
import type { CurrentValues } from './use-edit-version.ts'

type StaleEditBannerProps = {
  current: CurrentValues | undefined
  /** Accepts the current values and discards the draft. */
  onAcceptCurrent: () => void
  /** The current values as text. */
  children?: ReactNode
}

/**
 * A notice that the data was changed elsewhere meanwhile, with the current values. The draft stays in the form, and
 * saving again overwrites the other change.
 */
export function StaleEditBanner({ current, onAcceptCurrent, children }: StaleEditBannerProps) {
  const t = useTranslations('kit.changedMeanwhile')
  if (!current) return null
  return (
    <div className={styles.changed}>
      <Banner
        tone="warning"
        isAlert
        action={
          <Button variant="second" isSmall onClick={onAcceptCurrent}>
            {t('take')}
          </Button>
        }
      >
        {t('what')} {children && t.rich('now', { value: () => <strong>{children}</strong> })} {t('over')}
      </Banner>
    </div>
  )
}
