import { type ComponentType, type FunctionComponent, lazy } from 'react'

/** Each begins anew to load a part whose script did not arrive. */
const failedParts = new Set<() => void>()

/**
 * Returns a component whose script is loaded when it is first rendered. If it does not arrive, rendering it fails, also again,
 * until `forgetFailedParts` is called: React keeps the failure of a script for as long as the page lives.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  const begin = () =>
    lazy(async () => ({
      default: await load().catch((error) => {
        failedParts.add(() => {
          Part = begin()
        })
        throw error
      }),
    }))
  let Part: ComponentType<Props> = begin()
  return function LazyPart(props: Props) {
    return <Part {...props} />
  }
}

/** Lets parts whose scripts did not arrive be loaded when they are rendered again. */
export function forgetFailedParts() {
  for (const beginAnew of failedParts) beginAnew()
  failedParts.clear()
}
