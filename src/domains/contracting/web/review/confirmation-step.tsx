import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { StepName } from '../../wizard.ts'
import { formatPayingAccount } from '../payment/own-accounts.ts'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'
import { AgreementFields } from './agreement-fields.tsx'
import { ContractAnswers, GasAnswers, InstallationAnswers, PersonAnswers } from './review-answers.tsx'

/** The review of all answers, each step with a way back to it, and the agreements. */
export function ConfirmationStep({ wizard, hrefOf }: { wizard: Wizard; hrefOf: (step: StepName) => string }) {
  const t = useTranslations('contracting.wizard')
  const { draft, steps } = wizard
  const { means = 'direct_debit' } = draft.payment
  const section = (step: Exclude<StepName, 'finish'>) => ({ title: t(`steps.${step}`), step, href: hrefOf(step) })
  return (
    <>
      {steps.includes('installation') && (
        <AnswerSection {...section('installation')}>
          <InstallationAnswers wizard={wizard} />
        </AnswerSection>
      )}
      {steps.includes('person') && (
        <AnswerSection {...section('person')}>
          <PersonAnswers wizard={wizard} />
        </AnswerSection>
      )}
      {steps.includes('contract') && (
        <AnswerSection {...section('contract')}>
          <ContractAnswers wizard={wizard} />
        </AnswerSection>
      )}
      {steps.includes('gasContract') && (
        <AnswerSection {...section('gasContract')}>
          <GasAnswers wizard={wizard} />
        </AnswerSection>
      )}
      {steps.includes('payment') && (
        <AnswerSection {...section('payment')}>
          <DescriptionItem label={t('fields.paymentMeans')}>{t(`paymentMeans.${means}`)}</DescriptionItem>
          {means === 'direct_debit' && (
            <DescriptionItem label={t('fields.iban')}>{formatPayingAccount(draft, wizard.holders)}</DescriptionItem>
          )}
        </AnswerSection>
      )}
      <AgreementFields wizard={wizard} />
    </>
  )
}

type AnswerSectionProps = { title: string; href: string; step: StepName; children: ReactNode }

function AnswerSection({ title, href, children }: AnswerSectionProps) {
  const t = useTranslations('contracting.wizard')
  const titleId = useId()
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <div className="spread">
        <h2 id={titleId}>{title}</h2>
        <Link href={href} aria-label={t('changeOf', { step: title })}>
          {t('change')}
        </Link>
      </div>
      <DescriptionList layout="pairs">{children}</DescriptionList>
    </section>
  )
}
