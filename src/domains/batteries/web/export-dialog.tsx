import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { useDownload } from '#kit/web/action/use-download.ts'
import { Checkbox } from '#kit/web/form/checkbox.tsx'
import choiceStyles from '#kit/web/form/choice-list.module.css'
import { download } from '#kit/web/graphics/icons.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { downloadBatteries } from '../downloads.ts'

type ExportDialogProps = { wallets: readonly { id: number; name: string }[]; onClose: () => void }

/** Downloads the selected batteries; all are selected initially. */
export function ExportDialog({ wallets, onClose }: ExportDialogProps) {
  const t = useTranslations('batteries')
  const tKit = useTranslations('kit.download')
  const [chosen, setChosen] = useState(() => wallets.map(({ id }) => id))
  const { state, start } = useDownload({ call: downloadBatteries, params: { batteries: chosen.join(',') } })

  const toggle = (id: number, isChosen: boolean) =>
    setChosen(wallets.map((wallet) => wallet.id).filter((each) => (each === id ? isChosen : chosen.includes(each))))

  return (
    <Dialog title={t('export.title')} onClose={onClose}>
      <fieldset className={choiceStyles.list}>
        <legend className={choiceStyles.legend}>{t('export.legend')}</legend>
        {wallets.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </fieldset>
      {state === 'failed' && <p role="alert">{tKit('failed', { label: t('export.open') })}</p>}
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('close')}
        </Button>
        <Button
          icon={download}
          isBusy={state === 'running'}
          disabledReason={chosen.length === 0 ? t('export.none') : undefined}
          onClick={() => void start()}
        >
          {t('export.open')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
