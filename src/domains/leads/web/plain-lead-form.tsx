import { useTranslations } from 'use-intl'
import { LegalTextLink } from '#domains/retailer/web/legal-text-link.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { ErrorSummary } from '#kit/web/form/error-summary.tsx'
import { FieldError } from '#kit/web/form/field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { type ContactSlot, contactSlots, leadLimits, plainLeadFields, plainLeadForm } from '../rules.ts'
import styles from './lead-form.module.css'

const slots = Object.keys(contactSlots) as ContactSlot[]

/**
 * The form for contact details without script: it is posted to its own page, which returns with thanks, or with the
 * problems and all the input. Its texts are those of `leads`.
 */
export function PlainLeadForm() {
  const t = useTranslations('leads')
  const { organization } = useSettings()
  const { posted } = useBoot()
  const { values = {}, problems = [], outcome } = posted?.form === plainLeadForm ? posted : {}
  const isWrong = (name: (typeof plainLeadFields)[number]) => problems.includes(name)
  const field = (name: 'name' | 'surname1' | 'surname2' | 'email' | 'telephone') => ({
    id: plainLeadFieldId(name),
    name,
    label: t(`fields.${name}`),
    error: isWrong(name) ? t(`problems.${name}`) : undefined,
    defaultValue: values[name]?.[0] ?? '',
  })

  if (outcome === 'sent') return <Banner tone="positive">{t('plain.sent')}</Banner>
  return (
    <form className={styles.form} method="post" noValidate aria-labelledby="plain-lead">
      <h2 id="plain-lead">{t('plain.title')}</h2>
      <input type="hidden" name="form" value={plainLeadForm} />
      <ErrorBanner>
        {outcome === 'too_many_attempts' ? t('tooMany') : outcome === 'failed' ? t('failed') : null}
      </ErrorBanner>
      {problems.length > 0 && (
        <ErrorSummary
          attempt={1}
          problems={plainLeadFields
            .filter(isWrong)
            .map((name) => ({ fieldId: plainLeadFieldId(name), message: t(`problems.${name}`) }))}
        />
      )}
      <TextField {...field('name')} autoComplete="given-name" maxLength={leadLimits.name} />
      <TextField {...field('surname1')} autoComplete="family-name" maxLength={leadLimits.name} />
      <TextField {...field('surname2')} isOptional autoComplete="off" maxLength={leadLimits.name} />
      <TextField {...field('email')} type="email" autoComplete="email" maxLength={leadLimits.email} />
      <TextField
        {...field('telephone')}
        type="tel"
        autoComplete="tel"
        width="medium"
        maxLength={leadLimits.typedPhone}
      />
      <PlainContactHours values={values.contactHours ?? []} isInvalid={isWrong('contactHours')} />
      <Checkbox
        id={plainLeadFieldId('consent')}
        name="consent"
        value="true"
        label={t('consent', { name: organization.name })}
        error={isWrong('consent') ? t('problems.consent') : undefined}
        defaultChecked={values.consent !== undefined}
      />
      <p className="note">
        {t.rich('privacy', { link: (children) => <LegalTextLink to="privacy">{children}</LegalTextLink> })}
      </p>
      <div className="line">
        <Button type="submit">{t('plain.send')}</Button>
      </div>
    </form>
  )
}

function plainLeadFieldId(name: string): string {
  return `plain-lead-${name}`
}

function PlainContactHours({ values, isInvalid }: { values: readonly string[]; isInvalid: boolean }) {
  const t = useTranslations('leads')
  return (
    <fieldset className={styles.slots} data-invalid={isInvalid ? true : undefined}>
      <legend>{t('fields.contactHours')}</legend>
      {isInvalid && <FieldError id="plain-lead-hours-error">{t('problems.contactHours')}</FieldError>}
      <div className={styles.choices}>
        {slots.map((slot, at) => {
          const [from, to] = contactSlots[slot]
          return (
            <Checkbox
              key={slot}
              id={at === 0 ? plainLeadFieldId('contactHours') : undefined}
              name="contactHours"
              value={slot}
              label={t('slot', { from, to })}
              defaultChecked={values.includes(slot)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
