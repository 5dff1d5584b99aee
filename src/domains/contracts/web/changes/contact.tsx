import { Suspense, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import type { ContactField } from '#domains/correspondence/rules.ts'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { formatPhone } from '#vocabulary/format.ts'
import type { ContractModel } from '../parse-contract.ts'
import styles from './change-buttons.module.css'
import { useInvalidateContract, useUnchangeableReason } from './use-contract-change.ts'

const ContactEditor = lazyPart(
  async () => (await import('#domains/correspondence/web/contact-editor.tsx')).ContactEditor,
)

/** The e-mail or phone of a contract, edited in place. */
export function Contact({ contract, field }: { contract: ContractModel; field: ContactField }) {
  const t = useTranslations('correspondence.buttons')
  const { notificacionAddressChange } = useCustomerSettings().features
  const [isEditing, setEditing] = useState(false)
  const [isOpening, open] = useTransition()
  const onChanged = useInvalidateContract()
  const disabledReason = useUnchangeableReason(contract)
  const value = contract.contact[field]
  if (isEditing)
    return (
      <Suspense>
        <ContactEditor contract={contract} field={field} onClose={() => setEditing(false)} onChanged={onChanged} />
      </Suspense>
    )
  return (
    <>
      {value === null ? '—' : field === 'phone' ? formatPhone(value) : value}
      {notificacionAddressChange && (
        <div className={styles.change}>
          <Button
            variant="second"
            isSmall
            isBusy={isOpening}
            disabledReason={disabledReason}
            onClick={() => open(() => setEditing(true))}
          >
            {t(value === null ? `${field}Add` : `${field}Change`)}
          </Button>
        </div>
      )}
    </>
  )
}
