import { useTranslations } from 'use-intl'
import { useCustomerSettings, useFlag, useSettings } from '#domains/retailer/web/settings.ts'
import {
  bubble,
  card,
  envelope,
  house,
  type IconShape,
  invoice,
  lightning,
  lines,
  pen,
  person,
  phone,
  triangle,
} from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { Link } from '#kit/web/navigation/link.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { useBoot } from '#kit/web/portal.ts'
import { findHelpTopics, type HelpTopic, type HelpTopicName, helpGroups } from '../help-topics.ts'
import { OpenRequests } from './cases/open-requests.tsx'

export { loadOpenRequests as load } from './load-support.ts'

const topicIcons: Record<HelpTopicName, IconShape> = {
  question: bubble,
  claim: triangle,
  reading: pen,
  power: lightning,
  account: card,
  address: house,
  ownData: person,
  requests: lines,
  invoices: invoice,
}

/** The start page for help: open requests, the help topics, and direct contact. */
export function HelpScreen() {
  const t = useTranslations('support.help')
  const easyTexts = useTranslations('support.easy')
  const { flags, hasUpstream } = useBoot()
  const hasRequests = useFlag('crm.case') && !hasUpstream
  const hasPage = useHasPage()
  const topics = findHelpTopics({ settings: useCustomerSettings(), flags, hasUpstream })
  return (
    <>
      <header className="stack">
        <h1>{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      {helpGroups.map((group) => (
        <HelpTopicGroup key={group} name={group} topics={topics[group].filter(({ href }) => hasPage(href))} />
      ))}
      <DirectContact />
      <p>
        <Link href="/easy-reading">{easyTexts('link')}</Link>
      </p>
      {hasRequests && <OpenRequests />}
    </>
  )
}

function HelpTopicGroup({ name, topics }: { name: (typeof helpGroups)[number]; topics: readonly HelpTopic[] }) {
  const t = useTranslations('support.help')
  if (topics.length === 0) return null
  return (
    <section className="stack" aria-labelledby={`help-${name}`}>
      <h2 id={`help-${name}`}>{t(`groups.${name}`)}</h2>
      <RowList>
        {topics.map((topic) => (
          <RowLink
            key={topic.name}
            glyph={topicIcons[topic.name]}
            title={t(`topics.${topic.name}`)}
            detail={t(`details.${topic.name}`)}
            href={topic.href}
          />
        ))}
      </RowList>
    </section>
  )
}

/** Shows the telephone number and e-mail address, if the retailer provides them. */
function DirectContact() {
  const t = useTranslations('support.help')
  const { organization } = useSettings()
  if (!organization.phone && !organization.email) return null
  return (
    <section className="stack" aria-labelledby="help-direct">
      <h2 id="help-direct">{t('groups.direct')}</h2>
      <RowList>
        {organization.phone && (
          <RowLink
            glyph={phone}
            title={t('call', { phone: organization.phone })}
            detail={organization.schedule}
            href={telAddress(organization.phone)}
          />
        )}
        {organization.email && (
          <RowLink glyph={envelope} title={organization.email} href={`mailto:${organization.email}`} />
        )}
      </RowList>
    </section>
  )
}
