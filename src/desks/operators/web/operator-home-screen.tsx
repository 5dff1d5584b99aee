import { useTranslations } from 'use-intl'
import { useBoot } from '#kit/web/portal.ts'

/** Where an operator begins. */
export function OperatorHomeScreen() {
  const t = useTranslations('desk-operators.home')
  const { signedIn } = useBoot()
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="lead">{t('about', { name: signedIn?.name ?? '' })}</p>
    </>
  )
}
