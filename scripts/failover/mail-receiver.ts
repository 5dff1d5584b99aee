import { SMTPServer } from 'smtp-server'

/** An SMTP server that records what it receives. */
export type MailReceiver = { url: string; messageIds: string[]; close(): void }

/** Accepts any mail on a port; `messageIds` are the ids of the messages in order of arrival. */
export async function startMailReceiver(port: number): Promise<MailReceiver> {
  const messageIds: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _, done) {
      let mail = ''
      stream.on('data', (chunk: Buffer) => (mail += chunk))
      stream.on('end', () => {
        messageIds.push(/^message-id:\s*(\S+)/im.exec(mail)?.[1] ?? 'without id')
        done()
      })
    },
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { url: `smtp://127.0.0.1:${port}`, messageIds, close: () => server.close() }
}
