import type { ComponentPropsWithRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { classNames } from '../class-names.ts'
import { formatCount } from '../format-count.ts'
import { Icon } from '../graphics/icon.tsx'
import { magnifier } from '../graphics/icons.ts'
import styles from './combobox.module.css'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { type ComboboxState, type SelectableOptions, useCombobox } from './use-combobox.ts'

type ComboboxProps = FieldProps &
  SelectableOptions & {
    /** Shown when no option matches the text. */
    noMatchMessage: string
    /** Returns the number of matches as text, for users who do not see the list. */
    matchCountMessage: (count: number) => string
  } & Pick<ComponentPropsWithRef<'input'>, 'placeholder' | 'disabled' | 'name'>
/**
 * A field for selecting one of many options by typing a part of it: its label or detail, with or without accents. The
 * value is always that of an option; a text that matches none selects nothing.
 */
export function Combobox({ options, value, onValue, noMatchMessage, matchCountMessage, ...rest }: ComboboxProps) {
  const { label, hint, error, isOptional, isLabelHidden, aside, id, ...input } = rest
  const combobox = useCombobox({ options, value, onValue })
  const { listId, isOpen, active, searchText, chosen, matches, optionId } = combobox

  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, aside, id }}>
      {(control, labelId) => (
        <div className={styles.place}>
          <div className={fieldStyles.box}>
            <Icon shape={magnifier} />
            <input
              {...input}
              {...control}
              className={fieldStyles.input}
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? optionId(active) : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={searchText ?? chosen?.label ?? ''}
              onChange={(event) => combobox.search(event.target.value)}
              onClick={combobox.open}
              onKeyDown={combobox.followKeys}
              onBlur={combobox.leave}
            />
          </div>
          <OptionList {...{ combobox, value, labelId }} />
          {isOpen && matches.length === 0 && <p className={styles.none}>{noMatchMessage}</p>}
          <span className="visually-hidden" role="status">
            {isOpen && searchText !== null && (matches.length ? matchCountMessage(matches.length) : noMatchMessage)}
          </span>
        </div>
      )}
    </Field>
  )
}

type OptionListProps = { combobox: ComboboxState; value: string; labelId: string }

function OptionList({ combobox, value, labelId }: OptionListProps) {
  const { listId, list, isOpen, active, offered, matches, optionId, choose } = combobox
  const t = useTranslations('kit.search')
  const locale = useLocale()
  return (
    <div className={styles.list} hidden={!isOpen || matches.length === 0}>
      <div ref={list} id={listId} role="listbox" aria-labelledby={labelId}>
        {(isOpen ? offered : []).map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
          <div
            key={option.value}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            className={classNames(styles.option, index === active && styles.active)}
            // Before the field loses the focus, which would close the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option.label}
            {option.detail && <span className={styles.detail}>{option.detail}</span>}
          </div>
        ))}
      </div>
      {offered.length < matches.length && (
        <p className={styles.rest}>
          {t('firstOf', {
            shown: formatCount(offered.length, locale),
            count: formatCount(matches.length, locale),
          })}
        </p>
      )}
    </div>
  )
}
