import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import checkbox from '#kit/web/checkbox.module.css'
import { Chip } from '#kit/web/chip.tsx'
import { lock } from '#kit/web/icons.ts'
import { spaced } from '#kit/web/spaced.ts'
import { areAllChosen, isLocked, toggled, toggledAll } from '../rules.ts'
import styles from './newsletter-cards.module.css'
import type { ShownNewsletter } from './queries.ts'

type NewsletterCardsProps = {
  newsletters: readonly ShownNewsletter[]
  chosen: readonly number[]
  isDisabled: boolean
  onChoose: (chosen: number[]) => void
}

/** Every newsletter as a card to tick, and one button for all of them. */
export function NewsletterCards({ newsletters, chosen, isDisabled, onChoose }: NewsletterCardsProps) {
  const t = useTranslations('newsletter.cards')
  const areAll = areAllChosen(newsletters, chosen)
  return (
    <fieldset className={styles.cards}>
      <legend className={styles.title}>{t('title')}</legend>
      <div className="line">
        <Button
          variant="second"
          isSmall
          disabled={isDisabled}
          onClick={() => onChoose(toggledAll(newsletters, chosen))}
        >
          {t(areAll ? 'chooseNone' : 'chooseAll')}
        </Button>
      </div>
      <ul className={styles.list}>
        {newsletters.map((newsletter) => (
          <li key={newsletter.id}>
            <Card
              newsletter={newsletter}
              isChosen={chosen.includes(newsletter.id)}
              isDisabled={isDisabled}
              onToggle={() => onChoose(toggled(newsletters, chosen, newsletter.id))}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** How long the warning of a locked card stays after a finger has left it (specification, point 9). */
const touchLeaveDelayMs = 5000

type CardProps = { newsletter: ShownNewsletter; isChosen: boolean; isDisabled: boolean; onToggle: () => void }

function Card({ newsletter, isChosen, isDisabled, onToggle }: CardProps) {
  const t = useTranslations('newsletter.cards')
  const tipId = useId()
  const tip = useTip()
  const isFixed = isLocked(newsletter)
  return (
    <div className={styles.place} {...(isFixed ? tip.follow : {})}>
      <label className={spaced(styles.card, isFixed && styles.locked)}>
        <input
          type="checkbox"
          name={`newsletter-${newsletter.id}`}
          className={checkbox.box}
          checked={isChosen}
          disabled={isDisabled}
          aria-disabled={isFixed || undefined}
          aria-describedby={isFixed ? tipId : undefined}
          // A locked one stays in reach, so that its warning is read out too.
          onChange={isFixed ? () => {} : onToggle}
        />
        <span className={styles.words}>
          <span className={styles.name}>
            {newsletter.name}
            {isFixed && (
              <Chip tone="plain" icon={lock}>
                {t('lockedLabel')}
              </Chip>
            )}
          </span>
          <span className="soft">{newsletter.description}</span>
        </span>
      </label>
      {isFixed && (
        <p id={tipId} role="tooltip" className={spaced(styles.tip, tip.isShown && styles.shown)}>
          {t('locked')}
        </p>
      )}
    </div>
  )
}

/** A warning that shows while the mouse or the focus is on its place, and after a touch for a while. */
function useTip() {
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
    follow: {
      onFocus: show,
      onBlur: () => hide(0),
      onPointerEnter: show,
      onPointerLeave: (event: { pointerType: string }) => hide(event.pointerType === 'touch' ? touchLeaveDelayMs : 0),
      onKeyDown: (event: { key: string }) => event.key === 'Escape' && hide(0),
    },
  }
}
