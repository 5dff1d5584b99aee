import { useTranslations } from 'use-intl'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'

/** Shows the build of the portal, for phone support. */
export function VersionScreen() {
  const t = useTranslations('home.version')
  return (
    <div className="stack stack-wide">
      <h1>{t('title')}</h1>
      <DescriptionList>
        <DescriptionItem label={t('version')}>{import.meta.env.PORTAL_VERSION}</DescriptionItem>
        <DescriptionItem label={t('commit')}>{import.meta.env.PORTAL_COMMIT || undefined}</DescriptionItem>
      </DescriptionList>
    </div>
  )
}
