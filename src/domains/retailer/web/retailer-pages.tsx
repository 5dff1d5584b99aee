import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { paperWritten } from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { useSend } from '#kit/web/portal.ts'
import { htmlRoutesQuery } from './queries.ts'
import { useSettings } from './settings.ts'

/** Links to the retailer's own pages, with its texts. Renders nothing if there are none or none is known. */
export function RetailerPages() {
  const { features } = useSettings()
  return features.enableServerElements ? <RetailerPageRows /> : null
}

function RetailerPageRows() {
  const t = useTranslations('retailer')
  const { organization } = useSettings()
  const headingId = useId()
  const { data: routes } = useQuery(htmlRoutesQuery(useSend()))
  if (!routes?.length) return null
  return (
    <section className="stack" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('morePages', { name: organization.name })}</h2>
      <RowList>
        {routes.map(({ id, route_path, btn_title, btn_description }) => (
          <RowLink
            key={id}
            glyph={paperWritten}
            href={`/d/${encodeURIComponent(route_path)}/${id}`}
            title={btn_title}
            detail={btn_description}
          />
        ))}
      </RowList>
    </section>
  )
}
