import { NativeSelect } from '#kit/web/form/native-select.tsx'

type ListFilterProps = {
  /** The name of the URL parameter. */
  name: string
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  /** The label of the unfiltered choice, if it is not among the options. */
  any?: string
}

/** One filter of a list, beside its search box. It follows the URL, including changes made elsewhere. */
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
