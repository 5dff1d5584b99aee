import { NativeSelect } from '#kit/web/native-select.tsx'

type ListFilterProps = {
  /** Under which the address says it. */
  name: string
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  /** The name of not narrowing at all, where that is not among the options. */
  any?: string
}

/** One thing that a list is narrowed by, beside its search. It follows the address, also where that was not changed by it. */
export function ListFilter({ name, label, value = '', options, any }: ListFilterProps) {
  return (
    <NativeSelect
      key={value}
      name={name}
      label={label}
      width="fit"
      defaultValue={value}
      options={any === undefined ? options : [{ value: '', label: any }, ...options]}
    />
  )
}
