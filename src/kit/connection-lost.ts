/** A call that nothing has answered, because the connection broke or there was none. What it asks for may have been done. */
export class ConnectionLost extends Error {
  constructor(cause?: unknown) {
    super('Connection lost', { cause })
    this.name = 'ConnectionLost'
  }
}
