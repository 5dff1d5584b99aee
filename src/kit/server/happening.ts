import { channel } from 'node:diagnostics_channel'

/** Something that happens often and that others may want to count: it costs nothing where nobody listens. */
export type Happening<T> = {
  tell(what: T): void
  /** Whether anybody listens now. */
  isHeard(): boolean
  /** @returns what ends the listening. */
  listen(hear: (what: T) => void): () => void
}

/** A kind of happening. Who listens must not throw. */
export function happening<T>(name: string): Happening<T> {
  const told = channel(`llum.${name}`)
  return {
    tell: (what) => told.publish(what),
    isHeard: () => told.hasSubscribers,
    listen(hear) {
      const heard = (what: unknown) => hear(what as T)
      told.subscribe(heard)
      return () => told.unsubscribe(heard)
    },
  }
}
