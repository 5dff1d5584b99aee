import { useTranslations } from 'use-intl'
import { SelectPage } from '#kit/backoffice/web/row-selection.tsx'
import { useRowKeys } from '#kit/backoffice/web/use-row-keys.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import type { ListedDuty } from '../api.ts'
import { isEndedByOperators } from '../rules.ts'
import type { DutyControls } from './use-duty-controls.ts'

type BulkBarProps = { duties: readonly ListedDuty[]; controls: DutyControls }

/** The actions on the selected duties of a page, and its keys. */
export function BulkBar({ duties, controls: { selection, open } }: BulkBarProps) {
  const t = useTranslations('desk-duties.bulk')
  const ids = duties.map(({ id }) => id)
  const chosen = selection.selectedIn(ids)
  useRowKeys({
    a: (id) => open({ assign: chosen.includes(id) ? chosen : [id] }),
    h(id) {
      const duty = duties.find((each) => each.id === id)
      if (duty && isEndedByOperators(duty.kind)) open({ end: duty })
    },
  })
  return (
    <section className="stack" aria-label={t('label')}>
      <div className="line">
        <span aria-live="polite">{t('selected', { count: chosen.length })}</span>
        <Button
          isSmall
          variant="second"
          disabledReason={chosen.length ? undefined : t('noneSelected')}
          onClick={() => open({ assign: chosen })}
        >
          {t('assign')}
        </Button>
        <SelectPage {...{ ids, selection }} />
      </div>
      <Disclosure summary={t('keysTitle')}>
        <p>{t('keys')}</p>
      </Disclosure>
    </section>
  )
}
