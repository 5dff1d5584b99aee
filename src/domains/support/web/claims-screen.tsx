import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { bubble } from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { subtypesQuery, typesQuery } from './queries.ts'

export { loadClaims as load } from './load-support.ts'

/** Shows all types of claims, each linked to the customer care form. */
export function ClaimsScreen() {
  const t = useTranslations('support.claims')
  const helpTexts = useTranslations('support.help')
  const send = useSend()
  const { data: types } = useSuspenseQuery(typesQuery(send))
  const subtypes = useSuspenseQueries({ queries: types.map(({ code }) => subtypesQuery(send, code)) })
  return (
    <>
      <header className="stack">
        <BackLink href="/help">{helpTexts('title')}</BackLink>
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      {types.map(({ code, name }, index) => (
        <section key={code} className="stack" aria-labelledby={`claims-${code}`}>
          <h2 id={`claims-${code}`}>{name}</h2>
          <RowList>
            {subtypes[index]!.data.map((subtype) => (
              <RowLink
                key={subtype.code}
                glyph={bubble}
                title={subtype.name}
                href={`/customer-service?${new URLSearchParams({ type: code, subtype: subtype.code })}`}
              />
            ))}
          </RowList>
        </section>
      ))}
    </>
  )
}
