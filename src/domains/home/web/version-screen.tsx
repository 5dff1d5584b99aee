import { useTranslations } from 'use-intl'
import { Fact, Facts } from '#kit/web/facts.tsx'

/** Which build of the portal this is, for whoever is asked on the telephone. */
export function VersionScreen() {
  const t = useTranslations('home.version')
  return (
    <div className="stack stack-wide">
      <h1>{t('title')}</h1>
      <Facts>
        <Fact label={t('version')}>{import.meta.env.PORTAL_VERSION}</Fact>
        <Fact label={t('commit')}>{import.meta.env.PORTAL_COMMIT || undefined}</Fact>
      </Facts>
    </div>
  )
}
