import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { revisionsQuery } from '#domains/revisions/web/queries.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'

/** Links to the announced changes of prices and terms. Empty while they load, and if they cannot be loaded. */
export function AnnouncedRevisions() {
  const t = useTranslations('home.revision')
  const locale = useLocale()
  const { hasUpstream } = useBoot()
  const { data = [] } = useQuery({ ...revisionsQuery(useSend()), enabled: !hasUpstream })
  return data
    .filter(({ status }) => status === 'announced')
    .map(({ id, kind, contract, applies_on }) => (
      <Banner
        key={id}
        tone="notice"
        action={
          <ButtonLink variant="second" isSmall href={`/revisions/${id}`}>
            {t('see')}
          </ButtonLink>
        }
      >
        {t(kind, { contract: contract.name, day: formatDay(applies_on, locale) })}
      </Banner>
    ))
}
