import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import styles from './changed-meanwhile.module.css'
import type { Current } from './use-seen-version.ts'

type ChangedMeanwhileProps = {
  current: Current | undefined
  /** Leaves what stands now, and what was typed goes. */
  onTake: () => void
  /** What stands now, in words. */
  children?: ReactNode
}

/**
 * Tells whoever edits that another device was faster, and what it says now. What they have typed stays in the form, and
 * saving again goes over it.
 */
export function ChangedMeanwhile({ current, onTake, children }: ChangedMeanwhileProps) {
  const t = useTranslations('kit.changedMeanwhile')
  if (!current) return null
  return (
    <div className={styles.changed}>
      <Banner
        tone="warning"
        isNews
        action={
          <Button variant="second" isSmall onClick={onTake}>
            {t('take')}
          </Button>
        }
      >
        {t('what')} {children && t.rich('now', { value: () => <strong>{children}</strong> })} {t('over')}
      </Banner>
    </div>
  )
}
