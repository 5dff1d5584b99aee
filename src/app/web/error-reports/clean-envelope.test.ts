// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { cleanEnvelope, type Envelope } from './clean-envelope.ts'

const envelope = (type: string, payload: unknown) =>
  [{ event_id: 'e', sent_at: 'now', trace: { user: 'anna' } }, [[{ type }, payload]]] as unknown as Envelope

describe('the error report filter', () => {
  beforeEach(() => history.replaceState(null, '', '/contratos/electricidad/0054210?token=unspeakable'))

  test('keeps the error and its line, and no personal data', () => {
    const frame = { filename: 'https://portal.test/assets/entry-4f2.js?x=1', function: 'pay', lineno: 3, colno: 9 }
    const event = {
      event_id: 'e',
      level: 'error',
      release: '0.1.0',
      exception: { values: [{ type: 'Error', value: 'no "Anna"', stacktrace: { frames: [frame] }, mechanism: {} }] },
      contexts: { replay: { replay_id: 'r', more: 'anna' }, culture: { locale: 'ca' } },
      user: { email: 'anna@retailer.test' },
      request: { url: location.href, headers: { Referer: 'x' } },
      breadcrumbs: [{ message: 'anna' }],
      extra: { arguments: ['anna'] },
    }
    expect(cleanEnvelope(envelope('event', event))).toEqual([
      { event_id: 'e', sent_at: 'now' },
      [
        [
          { type: 'event' },
          {
            event_id: 'e',
            level: 'error',
            release: '0.1.0',
            transaction: '/contratos/electricidad/…',
            exception: {
              values: [
                {
                  type: 'Error',
                  value: 'no <text>',
                  stacktrace: { frames: [{ ...frame, filename: '/assets/entry-4f2.js' }] },
                },
              ],
            },
            contexts: { replay: { replay_id: 'r' } },
          },
        ],
      ],
    ])
  })

  test('removes URLs from a recording', () => {
    const replay = { type: 'replay_event', replay_id: 'r', urls: [location.href], request: { url: location.href } }
    const recording = `{"segment_id":0}\n[{"type":4,"data":{"href":${JSON.stringify(location.href)},"width":390}},{"data":{"payload":{"description":${JSON.stringify(location.href)}}}}]`
    const sent = JSON.stringify([
      cleanEnvelope(envelope('replay_event', replay)),
      cleanEnvelope(envelope('replay_recording', recording)),
    ])
    expect(sent).toContain('390')
    for (const personal of ['0054210', 'unspeakable']) expect(sent).not.toContain(personal)
  })

  test.each(['session', 'client_report', 'attachment', 'feedback'])('drops envelopes of type %s', (type) => {
    expect(cleanEnvelope(envelope(type, { user: 'anna' }))[1]).toEqual([])
  })
})
