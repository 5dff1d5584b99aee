import { SMTPServer } from 'smtp-server'

/** A mail server that keeps count of what it was handed. */
export type Mailbox = { url: string; handed: string[]; close(): void }

/** Takes any mail on a port; `handed` are the ids of the messages in the order in which they came. */
export async function openMailbox(port: number): Promise<Mailbox> {
  const handed: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _, done) {
      let mail = ''
      stream.on('data', (chunk: Buffer) => (mail += chunk))
      stream.on('end', () => {
        handed.push(/^message-id:\s*(\S+)/im.exec(mail)?.[1] ?? 'without id')
        done()
      })
    },
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { url: `smtp://127.0.0.1:${port}`, handed, close: () => server.close() }
}
