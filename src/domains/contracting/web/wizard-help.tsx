import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ringQuestion } from '#kit/web/graphics/icons.ts'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { Popover } from '#kit/web/overlay/popover.tsx'
import styles from './wizard.module.css'

/** The help phone: a line of text on a desktop, behind a button on a phone. */
export function WizardHelp() {
  const t = useTranslations('contracting.wizard.help')
  const { contractation, organization } = useSettings()
  if (!contractation.helpMessage) return null
  const message = t.rich('text', {
    phone: () => <a href={telAddress(organization.phone_crm)}>{organization.phone_crm}</a>,
    schedule: organization.schedule,
  })
  return (
    <>
      <p className={styles.helpLine}>{message}</p>
      <div className={styles.helpButton}>
        <Popover
          isEager
          align="end"
          button={(props) => (
            <Button {...props} variant="quiet" isSmall icon={ringQuestion}>
              {t('button')}
            </Button>
          )}
        >
          {() => <p>{message}</p>}
        </Popover>
      </div>
    </>
  )
}
