import { channel } from 'node:diagnostics_channel'

/** A channel for frequent events that other code may want to count. Without subscribers it costs nothing. */
export type EventChannel<T> = {
  publish(event: T): void
  /** Whether there are subscribers now. */
  hasSubscribers(): boolean
  /** @returns a function that unsubscribes. */
  subscribe(subscriber: (event: T) => void): () => void
}

/** Creates an event channel. Subscribers must not throw. */
export function eventChannel<T>(name: string): EventChannel<T> {
  const nodeChannel = channel(`llum.${name}`)
  return {
    publish: (event) => nodeChannel.publish(event),
    hasSubscribers: () => nodeChannel.hasSubscribers,
    subscribe(subscriber) {
      const listener = (event: unknown) => subscriber(event as T)
      nodeChannel.subscribe(listener)
      return () => nodeChannel.unsubscribe(listener)
    },
  }
}
