import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { ProgressAnimation } from '#kit/web/graphics/progress-animation.tsx'
import styles from './loading-screen.module.css'

/**
 * The loading page on the way in. As soon as the portal's script runs, it goes on to the home page, so a user who still
 * sees this page has something in the browser that blocks the script, and is told what to do.
 */
export function LoadingScreen() {
  const t = useTranslations('home.loading')
  const navigate = useNavigate()
  useEffect(() => {
    navigate({ to: '/', replace: true })
  }, [navigate])
  return (
    <main id="content" className={styles.page}>
      <div className={styles.wait}>
        <ProgressAnimation />
      </div>
      <h1>{t('title')}</h1>
      <p>{t('blocked')}</p>
      <ButtonLink variant="second" href="/">
        {t('goOn')}
      </ButtonLink>
    </main>
  )
}
