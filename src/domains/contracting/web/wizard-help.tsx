import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { Button } from '#kit/web/button.tsx'
import { ringQuestion } from '#kit/web/icons.ts'
import { Popover } from '#kit/web/popover.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import styles from './wizard.module.css'

/** The phone for whoever gets stuck: a line on a desk, behind a button on a telephone. */
export function WizardHelp() {
  const t = useTranslations('contracting.wizard.help')
  const { contractation, organization } = useSettings()
  if (!contractation.helpMessage) return null
  const words = t.rich('words', {
    phone: () => <a href={telAddress(organization.phone_crm)}>{organization.phone_crm}</a>,
    schedule: organization.schedule,
  })
  return (
    <>
      <p className={styles.helpLine}>{words}</p>
      <div className={styles.helpButton}>
        <Popover
          align="end"
          button={(props) => (
            <Button {...props} variant="quiet" isSmall icon={ringQuestion}>
              {t('button')}
            </Button>
          )}
        >
          {() => <p>{words}</p>}
        </Popover>
      </div>
    </>
  )
}
