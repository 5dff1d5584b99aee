import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useWindowTitle } from '#domains/operator/web/use-window-title.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { useSend } from '#kit/web/portal.ts'
import { isOpen } from '../rules.ts'
import { Clock } from './clock.tsx'
import { Messages } from './messages.tsx'
import { requestQuery } from './queries.ts'
import { ReplyForm } from './reply-form.tsx'
import styles from './request-screen.module.css'
import { SentReading } from './sent-reading.tsx'
import { Standing } from './standing.tsx'

export { loadRequest as load } from './load-support.ts'

/** A case: how it stands, by when it is answered, what was written, and the way to write more. */
export function RequestScreen() {
  const t = useTranslations('support')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: request } = useSuspenseQuery(requestQuery(useSend(), id))
  const { subject, number, state, contract, category, reading } = request
  useWindowTitle(`${t('request.title')} ${number}`)
  const facts = [t('request.number', { number }), category, contract?.full_address].filter(Boolean)

  return (
    <>
      <header className={styles.head}>
        <BackLink href="/requests">{t('requests.title')}</BackLink>
        <h1>{subject}</h1>
        <div className={styles.standing}>
          <Standing state={state} />
          <span>{facts.join(' · ')}</span>
        </div>
      </header>
      <Clock request={request} />
      {reading && <SentReading reading={reading} />}
      <Messages request={request} />
      {isOpen(state) ? <ReplyForm id={id} /> : <Closed />}
    </>
  )
}

function Closed() {
  const t = useTranslations('support')
  const { contact } = useCustomerSettings().features
  return (
    <div className="line">
      <p className="soft">{t('request.closed')}</p>
      {contact && (
        <ButtonLink variant="second" isSmall href="/requests/create">
          {t('requests.create')}
        </ButtonLink>
      )}
    </div>
  )
}
