import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { LinkedAlert } from '../api.ts'
import { alertsAddress } from '../paths.ts'
import { linkedAlertQuery } from './queries.ts'

/** Turns off the alert of a mail by one press, without a session and without script. */
export function AlertOff({ link }: { link: string }) {
  const t = useTranslations('consumption-alerts')
  return (
    <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey={link}>
      <LinkedAlertState link={link} />
    </RetryBoundary>
  )
}

function LinkedAlertState({ link }: { link: string }) {
  const t = useTranslations('consumption-alerts.off')
  const { data: alert } = useSuspenseQuery(linkedAlertQuery(useSend(), link))
  if (alert?.is_on) return <TurnOff alert={alert} />
  return (
    <>
      <h1>{t('page')}</h1>
      {alert ? <TurnedOff alert={alert} /> : <InvalidLink />}
    </>
  )
}

function TurnOff({ alert: { kind, contract, contract_id } }: { alert: LinkedAlert }) {
  const t = useTranslations('consumption-alerts')
  return (
    <form className="stack" method="post">
      <h1>{t('off.title', { kind: t(`kinds.${kind}.name`) })}</h1>
      <p className="lead">{t('off.text', { contract })}</p>
      <div className="line">
        <Button type="submit">{t('off.act')}</Button>
        <ButtonLink variant="second" href={alertsAddress(contract_id)}>
          {t('off.manage')}
        </ButtonLink>
      </div>
    </form>
  )
}

function TurnedOff({ alert: { kind, contract, contract_id } }: { alert: LinkedAlert }) {
  const t = useTranslations('consumption-alerts')
  const manage = <ButtonLink href={alertsAddress(contract_id)}>{t('off.manage')}</ButtonLink>
  return (
    <EmptyState title={t('off.done.title')} action={manage}>
      {t('off.done.text', { kind: t(`kinds.${kind}.name`), contract })}
    </EmptyState>
  )
}

function InvalidLink() {
  const t = useTranslations('consumption-alerts.off.over')
  return (
    <EmptyState title={t('title')} action={<ButtonLink href={alertsAddress()}>{t('open')}</ButtonLink>}>
      {t('text')}
    </EmptyState>
  )
}
