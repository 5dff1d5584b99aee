import { type ComponentType, lazy, Suspense, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import styles from './change-buttons.module.css'
import { useContractChanged, useWhyUnchangeable } from './changeable.ts'
import type { ReadContract } from './read-contract.ts'

const AddressDialog = lazy(async () => ({
  default: (await import('#domains/correspondence/web/address-dialog.tsx')).AddressDialog,
}))
const DeliveryDialog = lazy(async () => ({
  default: (await import('#domains/correspondence/web/delivery-dialog.tsx')).DeliveryDialog,
}))
const CadastralDialog = lazy(async () => ({
  default: (await import('#domains/changes/web/cadastral-dialog.tsx')).CadastralDialog,
}))

type OfContract = { contract: ReadContract }

/** Changes where letters about a contract go. */
export function AddressButton({ contract }: OfContract) {
  const t = useTranslations('correspondence.buttons')
  return <ChangeButton contract={contract} label={t('address')} dialog={AddressDialog} />
}

/** Changes how invoices arrive. */
export function DeliveryButton({ contract }: OfContract) {
  const t = useTranslations('correspondence.buttons')
  return <ChangeButton contract={contract} label={t('delivery')} dialog={DeliveryDialog} />
}

/** Adds or corrects the cadastral reference of the supply point. */
export function CadastralButton({ contract }: OfContract) {
  const t = useTranslations('changes.cadastral')
  const label = t(contract.cadastralReference === null ? 'add' : 'change')
  return <ChangeButton contract={contract} label={label} dialog={CadastralDialog} />
}

type ChangeButtonProps = OfContract & {
  label: string
  dialog: ComponentType<OfContract & { onClose: () => void; onChanged: () => void }>
}

function ChangeButton({ contract, label, dialog: ChangeDialog }: ChangeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [isOpening, open] = useTransition()
  const changed = useContractChanged()
  return (
    <div className={styles.change}>
      <Button
        variant="second"
        isSmall
        isBusy={isOpening}
        whyNot={useWhyUnchangeable(contract)}
        onClick={() => open(() => setOpen(true))}
      >
        {label}
      </Button>
      <Suspense>
        {isOpen && <ChangeDialog contract={contract} onClose={() => setOpen(false)} onChanged={changed} />}
      </Suspense>
    </div>
  )
}
