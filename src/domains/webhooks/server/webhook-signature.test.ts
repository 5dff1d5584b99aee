import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createWebhookSecret, signHeaders } from './webhook-signature.ts'

test('signs as in the Standard Webhooks specification', () => {
  const headers = signHeaders(
    {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      at: new Date(1_614_265_330_000),
    },
    [`whsec_${'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'}`],
  )
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('receivers with the old or the new secret can verify events during a rotation', () => {
  const [fresh, old, other] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()]
  const body = '{"type":"endpoint.test"}'
  const headers = signHeaders({ id: 'an-event', body, at: new Date() }, [fresh, old])
  for (const secret of [fresh, old]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature')
  expect(() => new Webhook(fresh).verify(`${body} `, headers)).toThrow('No matching signature')
})
