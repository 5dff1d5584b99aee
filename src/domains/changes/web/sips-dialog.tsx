import { useTranslations } from 'use-intl'
import { DescriptionItem } from '#kit/web/list/description-list.tsx'
import { useSend } from '#kit/web/portal.ts'
import { requestNoSipsCession } from '../api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { ChangeableContract } from './changeable-contract.ts'
import { useChangeForm } from './use-change-form.ts'

/** The dialog that requests that the register of supply points releases no data of a contract. */
export function SipsDialog({ contract, onClose }: { contract: ChangeableContract; onClose: () => void }) {
  const t = useTranslations('changes')
  const send = useSend()
  const change = useChangeForm({
    check: () => ({}),
    request: () =>
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
      answers={<DescriptionItem label={t('sips.which')}>{`${contract.name} · ${contract.street}`}</DescriptionItem>}
      next={[t('sips.steps.sign'), t('sips.steps.sent'), t('sips.steps.notice')]}
      onClose={onClose}
    >
      <p>{t('sips.what')}</p>
      <p>{t('sips.effect')}</p>
      <p>{t('sips.arrears')}</p>
    </ChangeDialog>
  )
}
