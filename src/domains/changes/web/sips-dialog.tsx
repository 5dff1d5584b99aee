import { useTranslations } from 'use-intl'
import { Fact } from '#kit/web/facts.tsx'
import { useSend } from '#kit/web/portal.ts'
import { requestNoSipsCession } from '../api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { ChangedContract } from './changed-contract.ts'
import { useChange } from './use-change.ts'

/** Asks that the register of supply points releases nothing of a contract. */
export function SipsDialog({ contract, onClose }: { contract: ChangedContract; onClose: () => void }) {
  const t = useTranslations('changes')
  const send = useSend()
  const change = useChange({
    check: () => ({}),
    ask: () =>
      send(requestNoSipsCession, {
        params: { contractName: contract.name },
        body: { noCessionSelection: 'actual' },
      }),
  })
  return (
    <ChangeDialog
      title={t('sips.title')}
      contract={contract}
      change={change}
      submitLabel={t('sips.submit')}
      answers={<Fact label={t('sips.which')}>{`${contract.name} · ${contract.street}`}</Fact>}
      next={[t('sips.steps.sign'), t('sips.steps.sent'), t('sips.steps.told')]}
      onClose={onClose}
    >
      <p>{t('sips.what')}</p>
      <p>{t('sips.effect')}</p>
    </ChangeDialog>
  )
}
