import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatPhone, formatPower } from '#vocabulary/format.ts'
import { addPhonePrefix, parsePhone } from '#vocabulary/phone.ts'
import { changePower } from '../api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { ChangeableContract } from './changeable-contract.ts'
import { EarlyChange, useEarlyChange } from './early-change.tsx'
import { PowerCostPanel, usePowerCostSum } from './power-cost-panel.tsx'
import { PowerAnswers, PowerFields, PowerLead } from './power-dialog-fields.tsx'
import { initialPowerInputs, powerChangeBody, powerDraftOf, powerFieldOf } from './power-draft.ts'
import { powerTermsQuery } from './queries.ts'
import { changeFieldId, useChangeForm } from './use-change-form.ts'

type PowerDialogProps = {
  contract: ChangeableContract
  /** The initial field values instead of the present powers, P1 first. */
  suggestedWatts?: readonly (number | null)[]
  onClose: () => void
}

/**
 * The dialog that requests other contracted powers: two up to 15 kW, six above, with the cost of the change beside
 * them.
 */
export function PowerDialog({ contract, suggestedWatts = [], onClose }: PowerDialogProps) {
  const t = useTranslations('changes')
  const locale = useLocale()
  const send = useSend()
  const { powerWatts: present } = contract
  const terms = useQuery(powerTermsQuery(send, contract.name))
  const [inputs, setInputs] = useState(() => initialPowerInputs(suggestedWatts, present, locale))
  const [phone, setPhone] = useState(contract.phone ? formatPhone(addPhonePrefix(contract.phone)) : '+34 ')

  const early = useEarlyChange(terms.data?.earlyUntil ?? null)
  const draft = powerDraftOf(inputs, contract, terms.data?.extensionRightWatts ?? null)
  const { isSix, watts, nextTariff } = draft
  const change = useChangeForm({
    check: () => ({
      ...Object.fromEntries(draft.problems.map((problem, index) => [powerFieldOf(index), problem])),
      phone: parsePhone(phone) ? undefined : 'lead_contact_phone_not_valid',
      accepts_early_change: early.problem,
    }),
    version: contract.versions?.power,
    request: (version) =>
      send(changePower, {
        params: { contractName: contract.name },
        body: { ...powerChangeBody(draft, phone, early.isAccepted), version },
      }),
  })
  const { problems, current } = change
  const costs = {
    terms,
    requested: draft.problems.some(Boolean) ? null : watts.filter((each) => each > 0),
    present,
    tariff: { present: contract.tariff, next: nextTariff },
  }
  const sum = usePowerCostSum(costs)
  const currentPowersKw = current?.power as number[] | undefined

  return (
    <ChangeDialog
      title={t('actions.power')}
      contract={contract}
      change={change}
      submitLabel={t('power.submit')}
      {...(early.refusal && { reviewDisabledReason: early.refusal })}
      nameOfField={(field) => (isSix && field.startsWith('power_p') ? field.slice(6).toUpperCase() : undefined)}
      isWide
      currentValue={currentPowersKw?.map((kw) => formatPower(Math.round(kw * 1000), locale)).join(' · ')}
      answers={<PowerAnswers contract={contract} draft={draft} phone={phone} />}
      next={[t('power.steps.sign'), t('power.steps.distributor'), t('power.steps.notice')]}
      aside={<PowerCostPanel {...costs} />}
      sum={sum}
      onClose={onClose}
    >
      <PowerLead isSix={isSix} />
      <PowerFields
        {...{ contract, draft, inputs, problems }}
        terms={terms.data}
        onInput={(index, text) => setInputs((before) => before.with(index, text))}
      />
      <PowerPhoneField problems={problems} phone={phone} onPhone={setPhone} />
      <EarlyChange early={early} error={problems.accepts_early_change} />
    </ChangeDialog>
  )
}

type PowerPhoneFieldProps = {
  problems: ReturnType<typeof useChangeForm>['problems']
  phone: string
  onPhone: (phone: string) => void
}

function PowerPhoneField({ problems, phone, onPhone }: PowerPhoneFieldProps) {
  const t = useTranslations('changes')
  return (
    <TextField
      id={changeFieldId('phone')}
      type="tel"
      autoComplete="tel"
      width="medium"
      label={t('power.phone')}
      hint={t('power.phoneHint')}
      error={problems.phone ?? problems.phone_num ?? problems.phone_pre}
      value={phone}
      onChange={(event) => onPhone(event.target.value)}
    />
  )
}
