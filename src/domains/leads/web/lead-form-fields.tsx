import { useTranslations } from 'use-intl'
import { LegalTextLink } from '#domains/retailer/web/legal-text-link.tsx'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import { FieldError, useErrorUntilCorrected } from '#kit/web/form/field.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { type ContactSlot, contactSlots, leadLimits } from '../rules.ts'
import { type LeadFormState, leadFieldId } from './lead-fields.ts'
import styles from './lead-form.module.css'

type TextName = 'name' | 'surname1' | 'surname2' | 'email' | 'telephone'
const slots = Object.keys(contactSlots) as ContactSlot[]

type LeadFieldProps = { form: LeadFormState }

/** The names of the person to be called, and how to reach them. */
export function LeadContactFields({ form: { name, values, problems, set } }: LeadFieldProps) {
  const t = useTranslations('leads')
  const field = (of: TextName) => ({
    id: leadFieldId(name, of),
    name: of,
    label: t(`fields.${of}`),
    error: problems[of],
    value: values[of],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [of]: target.value }),
  })
  return (
    <>
      <TextField {...field('name')} autoComplete="given-name" maxLength={leadLimits.name} />
      <div className={styles.names}>
        <TextField {...field('surname1')} autoComplete="family-name" maxLength={leadLimits.name} />
        <TextField {...field('surname2')} isOptional autoComplete="off" maxLength={leadLimits.name} />
      </div>
      <TextField {...field('email')} type="email" autoComplete="email" maxLength={leadLimits.email} />
      <TextField
        {...field('telephone')}
        type="tel"
        autoComplete="tel"
        width="medium"
        maxLength={leadLimits.typedPhone}
      />
    </>
  )
}

/** The time slots for the call. */
export function ContactHoursField({ form: { name, values, problems, set } }: LeadFieldProps) {
  const t = useTranslations('leads')
  const { error: hoursError, wrapperProps: aroundHours } = useErrorUntilCorrected<HTMLFieldSetElement>(
    problems.contactHours,
  )
  const hoursErrorId = `${leadFieldId(name, 'contactHours')}-error`
  return (
    <fieldset
      {...aroundHours}
      className={styles.slots}
      aria-describedby={hoursError ? hoursErrorId : undefined}
      data-invalid={hoursError ? true : undefined}
    >
      <legend>{t('fields.contactHours')}</legend>
      {hoursError && <FieldError id={hoursErrorId}>{hoursError}</FieldError>}
      <div className={styles.choices}>
        {slots.map((slot, at) => {
          const [from, to] = contactSlots[slot]
          return (
            <Checkbox
              key={slot}
              id={at === 0 ? leadFieldId(name, 'contactHours') : undefined}
              name="contactHours"
              value={slot}
              label={t('slot', { from, to })}
              checked={values.contactHours.includes(slot)}
              onChange={({ target }) =>
                set({
                  contactHours: slots.filter((each) =>
                    each === slot ? target.checked : values.contactHours.includes(each),
                  ),
                })
              }
            />
          )
        })}
      </div>
    </fieldset>
  )
}

/** The consent to be called, unless it was given before, and how the details are processed. */
export function LeadConsentField({ form, hasConsented }: LeadFieldProps & { hasConsented: boolean }) {
  const t = useTranslations('leads')
  const { organization } = useSettings()
  return (
    <>
      {hasConsented ? (
        <p className="note">{t('consented')}</p>
      ) : (
        <Checkbox
          id={leadFieldId(form.name, 'consent')}
          name="consent"
          label={t('consent', { name: organization.name })}
          error={form.problems.consent}
          checked={form.values.consent}
          onChange={({ target }) => form.set({ consent: target.checked })}
        />
      )}
      <p className="note">
        {t.rich('privacy', { link: (children) => <LegalTextLink to="privacy">{children}</LegalTextLink> })}
      </p>
    </>
  )
}
