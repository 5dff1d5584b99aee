import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { classNames } from '#kit/web/class-names.ts'
import { Badge } from '#kit/web/display/badge.tsx'
import checkbox from '#kit/web/form/checkbox.module.css'
import { lock } from '#kit/web/graphics/icons.ts'
import { areAllChosen, isLocked, toggleAll, toggleNewsletter } from '../rules.ts'
import styles from './newsletter-cards.module.css'
import type { NewsletterOption } from './queries.ts'

type NewsletterCardsProps = {
  newsletters: readonly NewsletterOption[]
  chosen: readonly number[]
  isDisabled: boolean
  onChoose: (chosen: number[]) => void
}

/** Shows every newsletter as a card with a checkbox, and one toggle for all of them. */
export function NewsletterCards({ newsletters, chosen, isDisabled, onChoose }: NewsletterCardsProps) {
  const t = useTranslations('newsletter.cards')
  const areAll = areAllChosen(newsletters, chosen)
  return (
    <fieldset className={styles.cards}>
      <legend className={styles.title}>{t('title')}</legend>
      <div className="line">
        <Button variant="second" isSmall disabled={isDisabled} onClick={() => onChoose(toggleAll(newsletters, chosen))}>
          {t(areAll ? 'chooseNone' : 'chooseAll')}
        </Button>
      </div>
      <ul className={styles.list}>
        {newsletters.map((newsletter) => (
          <li key={newsletter.id}>
            <NewsletterCard
              newsletter={newsletter}
              isChosen={chosen.includes(newsletter.id)}
              isDisabled={isDisabled}
              onToggle={() => onChoose(toggleNewsletter(newsletters, chosen, newsletter.id))}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** How long the warning of a locked card stays after a touch ends (specification, point 9). */
const touchLeaveDelayMs = 5000

type NewsletterCardProps = {
  newsletter: NewsletterOption
  isChosen: boolean
  isDisabled: boolean
  onToggle: () => void
}

function NewsletterCard({ newsletter, isChosen, isDisabled, onToggle }: NewsletterCardProps) {
  const t = useTranslations('newsletter.cards')
  const tipId = useId()
  const tooltip = useTooltip()
  const isFixed = isLocked(newsletter)
  return (
    <div className={styles.place} {...(isFixed ? tooltip.triggerProps : {})}>
      <label className={classNames(styles.card, isFixed && styles.locked)}>
        <input
          type="checkbox"
          name={`newsletter-${newsletter.id}`}
          className={checkbox.box}
          checked={isChosen}
          disabled={isDisabled}
          aria-disabled={isFixed || undefined}
          aria-describedby={isFixed ? tipId : undefined}
          // A locked card stays focusable, so that its warning is announced too.
          onChange={isFixed ? () => {} : onToggle}
        />
        <span className={styles.words}>
          <span className={styles.name}>
            {newsletter.name}
            {isFixed && (
              <Badge tone="plain" icon={lock}>
                {t('lockedLabel')}
              </Badge>
            )}
          </span>
          <span className="soft">{newsletter.description}</span>
        </span>
      </label>
      {isFixed && (
        <p id={tipId} role="tooltip" className={classNames(styles.tip, tooltip.isShown && styles.shown)}>
          {t('locked')}
        </p>
      )}
    </div>
  )
}

/** Returns the state of a warning that shows on hover and focus, and for a while after a touch. */
function useTooltip() {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function show() {
    clearTimeout(timer.current)
    setShown(true)
  }

  function hide(afterMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(false), afterMs)
  }

  return {
    isShown,
    triggerProps: {
      onFocus: show,
      onBlur: () => hide(0),
      onPointerEnter: show,
      onPointerLeave: (event: { pointerType: string }) => hide(event.pointerType === 'touch' ? touchLeaveDelayMs : 0),
      onKeyDown: (event: { key: string }) => event.key === 'Escape' && hide(0),
    },
  }
}
