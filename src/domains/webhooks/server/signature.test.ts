import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { makeWebhookSecret, signedHeaders } from './signature.ts'

test('signs as the specification of Standard Webhooks shows it', () => {
  const headers = signedHeaders(
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

test('while a secret is exchanged, receivers with the old and with the new one both know it as ours', () => {
  const [fresh, old, other] = [makeWebhookSecret(), makeWebhookSecret(), makeWebhookSecret()]
  const body = '{"type":"endpoint.test"}'
  const headers = signedHeaders({ id: 'an-event', body, at: new Date() }, [fresh, old])
  for (const secret of [fresh, old]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature')
  expect(() => new Webhook(fresh).verify(`${body} `, headers)).toThrow('No matching signature')
})
