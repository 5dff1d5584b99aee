import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { useSend } from '#kit/web/portal.ts'
import { promoCodeQuery } from '../queries.ts'
import type { Wizard } from '../use-wizard.ts'
import styles from '../wizard.module.css'
import { usePromoCode } from './use-promo-code.ts'

/** The promotional code field: a code is checked when it is applied, and from then on included in the prices. */
export function PromotionField({ wizard }: { wizard: Wizard }) {
  const t = useTranslations('contracting')
  const send = useSend()
  const { draft, set, idOf, errorOf } = wizard
  const { typed, applied } = draft.promotion
  const { apply, isChecking, problemText, clearProblem } = usePromoCode(wizard)
  const { data: code } = useQuery({ ...promoCodeQuery(send, applied ?? ''), enabled: applied !== null })

  return (
    <div className={styles.promotion}>
      <TextField
        id={idOf('promocode')}
        label={t('wizard.fields.promocode')}
        isOptional
        error={problemText ?? errorOf('promocode')}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          clearProblem()
          set('promotion', { typed: target.value })
        }}
        // Enter applies the code instead of submitting the step.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void apply()
        }}
      />
      <Button variant="second" isBusy={isChecking} onClick={() => void apply()}>
        {t('wizard.promotion.apply')}
      </Button>
      <div role="status" className={styles.applied}>
        {applied && (
          <>
            <Badge tone="positive">{t('wizard.promotion.applied', { code: applied })}</Badge>
            <Button variant="quiet" isSmall onClick={() => set('promotion', { applied: null, energy: undefined })}>
              {t('wizard.promotion.remove')}
            </Button>
            {code?.product && (
              <p className="small soft">{t('wizard.promotion.opens', { product: code.product.name })}</p>
            )}
          </>
        )}
      </div>
    </div>
  )
}
