/** A call without a reply, because the connection broke or there was none. The requested change may have been made. */
export class ConnectionLostError extends Error {
  constructor(cause?: unknown) {
    super('Connection lost', { cause })
    this.name = 'ConnectionLostError'
  }
}
