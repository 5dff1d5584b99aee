/** A call that nothing has answered, because the connection broke or there was none. What it asks for may have been done. */
export class ConnectionLost extends Error {
  readonly isConnectionLost = true

  constructor(cause?: unknown) {
    super('connection lost', { cause })
    this.name = 'ConnectionLost'
  }
}

/** Whether something thrown is a call that nothing has answered. */
export function isConnectionLost(thrown: unknown): thrown is ConnectionLost {
  return typeof thrown === 'object' && thrown !== null && 'isConnectionLost' in thrown
}
