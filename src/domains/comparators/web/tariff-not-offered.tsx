import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LeadForm } from '#domains/leads/web/lead-form.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import styles from './comparator-page.module.css'
import { type Energy, sendContact } from './queries.ts'

type TariffNotOfferedProps = {
  energy: Energy
  /** The name of the tariff; null if it is unknown. */
  tariff: string | null
  cups: string
}

/** Shown as soon as the tariff is known, in place of the fields of an invoice that cannot be compared with anything. */
export function TariffNotOffered({ energy, tariff, cups }: TariffNotOfferedProps) {
  const t = useTranslations('comparators')
  const send = useSend()
  const [isSent, setSent] = useState(false)
  if (isSent)
    return (
      <Banner tone="positive" isAlert>
        <strong>{t('result.sent')}.</strong> {t('result.sentText')}
      </Banner>
    )
  return (
    <section className={styles.section}>
      <Banner tone="notice" isAlert>
        <strong>{t('notOffered.title', { tariff: tariff ?? 'none' })}.</strong> {t('notOffered.text')}
      </Banner>
      <LeadForm
        name={`tariff-${energy}`}
        action={t('result.contactSend')}
        onSend={async (contact) => {
          await sendContact(send, energy, { contact, mode: 'auto', comparison: null, cups })
          setSent(true)
        }}
      />
    </section>
  )
}
