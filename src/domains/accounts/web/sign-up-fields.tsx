import { useTranslations } from 'use-intl'
import { TextField } from '#kit/web/form/text-field.tsx'
import { accountLimits, type SignUpField } from '../rules.ts'
import { type SignUp, signUpFieldId } from './use-sign-up.ts'

/** The fields of the contract and how to reach its holder. */
export function SignUpFields({ signUp: { values, change, optionalFields, errorOf } }: { signUp: SignUp }) {
  const t = useTranslations('accounts')

  function field(name: Exclude<SignUpField, 'acceptConditionsAndGdpr'>) {
    return {
      id: signUpFieldId(name),
      name,
      error: errorOf(name),
      value: values[name],
      maxLength: name === 'email2' ? accountLimits.email : accountLimits[name],
      onChange: ({ target }: { target: HTMLInputElement }) => change((before) => ({ ...before, [name]: target.value })),
    }
  }

  return (
    <>
      <TextField
        {...field('nif')}
        label={t('signUp.nif')}
        hint={t('signUp.nifHint')}
        width="medium"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        {...field('contract')}
        label={t('signUp.contract')}
        hint={t('signUp.contractHint')}
        width="medium"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
      />
      {optionalFields.invoiceNumberField && (
        <TextField
          {...field('invoiceNumber')}
          label={t('signUp.invoiceNumber')}
          hint={t('signUp.invoiceNumberHint')}
          width="medium"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
        />
      )}
      <TextField
        {...field('email')}
        type="email"
        label={t('signUp.email')}
        hint={t('signUp.emailHint')}
        autoComplete="email"
      />
      <TextField {...field('email2')} type="email" label={t('signUp.email2')} autoComplete="email" />
      {optionalFields.phoneField && (
        <TextField {...field('phone')} type="tel" label={t('signUp.phone')} width="medium" autoComplete="tel" />
      )}
    </>
  )
}
