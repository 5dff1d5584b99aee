import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/button.tsx'
import { StepsWait } from '#kit/web/steps-wait.tsx'
import styles from './loading-screen.module.css'

/**
 * The wait on the way in. As soon as the portal's script runs it goes on to the first page, so whoever still reads this has
 * something in the browser that holds the script back, and is told what to do.
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
        <StepsWait />
      </div>
      <h1>{t('title')}</h1>
      <p>{t('blocked')}</p>
      <ButtonLink variant="second" href="/">
        {t('goOn')}
      </ButtonLink>
    </main>
  )
}
