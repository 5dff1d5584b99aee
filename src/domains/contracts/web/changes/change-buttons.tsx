import { type ComponentType, Suspense, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { ContractModel } from '../parse-contract.ts'
import styles from './change-buttons.module.css'
import { useInvalidateContract, useUnchangeableReason } from './use-contract-change.ts'

const AddressDialog = lazyPart(
  async () => (await import('#domains/correspondence/web/address-dialog.tsx')).AddressDialog,
)
const DeliveryDialog = lazyPart(
  async () => (await import('#domains/correspondence/web/delivery-dialog.tsx')).DeliveryDialog,
)
const CadastralDialog = lazyPart(
  async () => (await import('#domains/changes/web/cadastral-dialog.tsx')).CadastralDialog,
)

type ContractProps = { contract: ContractModel }

/** The button to change the address for letters about a contract. */
export function AddressButton({ contract }: ContractProps) {
  const t = useTranslations('correspondence.buttons')
  return <ChangeButton contract={contract} label={t('address')} dialog={AddressDialog} />
}

/** The button to change how invoices are delivered. */
export function DeliveryButton({ contract }: ContractProps) {
  const t = useTranslations('correspondence.buttons')
  return <ChangeButton contract={contract} label={t('delivery')} dialog={DeliveryDialog} />
}

/** The button to add or correct the cadastral reference of the supply point. */
export function CadastralButton({ contract }: ContractProps) {
  const t = useTranslations('changes.cadastral')
  const label = t(contract.cadastralReference === null ? 'add' : 'change')
  return <ChangeButton contract={contract} label={label} dialog={CadastralDialog} />
}

type ChangeButtonProps = ContractProps & {
  label: string
  dialog: ComponentType<ContractProps & { onClose: () => void; onChanged: () => void }>
}

function ChangeButton({ contract, label, dialog: ChangeDialog }: ChangeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [isOpening, open] = useTransition()
  const onChanged = useInvalidateContract()
  return (
    <div className={styles.change}>
      <Button
        variant="second"
        isSmall
        isBusy={isOpening}
        disabledReason={useUnchangeableReason(contract)}
        onClick={() => open(() => setOpen(true))}
      >
        {label}
      </Button>
      <Suspense>
        {isOpen && <ChangeDialog contract={contract} onClose={() => setOpen(false)} onChanged={onChanged} />}
      </Suspense>
    </div>
  )
}
