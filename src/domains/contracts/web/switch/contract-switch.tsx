import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { arrowsSwap } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useContractCounts } from '../list/use-contract-counts.ts'
import type { ContractModel } from '../parse-contract.ts'

const SwitchDialog = lazyPart(async () => (await import('./switch-dialog.tsx')).SwitchDialog)

/** The switch to another contract; empty for a customer with this one only. */
export function ContractSwitch({ contract }: { contract: ContractModel }) {
  const t = useTranslations('contracts.switcher')
  const [isOpen, setOpen] = useState(false)
  const counts = useContractCounts(contract.energy)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total < 2) return null
  return (
    <>
      <Button variant="second" isSmall icon={arrowsSwap} onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      <Suspense>{isOpen && <SwitchDialog present={contract} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
