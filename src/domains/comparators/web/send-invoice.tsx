import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LeadForm } from '#domains/leads/web/lead-form.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import styles from './comparator-page.module.css'
import { type Energy, sendContact } from './queries.ts'

/** Sends a contact request with the invoice itself, which the retailer's staff compare. */
export function SendInvoice({ energy }: { energy: Energy }) {
  const t = useTranslations('comparators.manual')
  const send = useSend()
  const [state, setState] = useState<'open' | 'failed' | 'invoiceSent'>('open')

  async function sendInvoice(contact: Parameters<Parameters<typeof LeadForm>[0]['onSend']>[0]) {
    setState('open')
    try {
      await sendContact(send, energy, { contact, mode: 'manual', comparison: null })
      setState('invoiceSent')
    } catch (thrown) {
      setState('failed')
      throw thrown
    }
  }

  if (state === 'invoiceSent')
    return (
      <Banner tone="positive" isAlert>
        <strong>{t('sent')}.</strong> {t('sentText')}
      </Banner>
    )
  return (
    <section className={styles.section}>
      <h2>{t('title')}</h2>
      <p className="soft">{t('text')}</p>
      {state === 'failed' && (
        <p className={styles.failure} role="alert">
          {t('failed')}
        </p>
      )}
      <LeadForm name={`invoice-${energy}`} action={t('send')} invoice="required" onSend={sendInvoice} />
    </section>
  )
}
