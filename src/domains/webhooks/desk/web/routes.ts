import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const webhookDeskPages = [
  deskPage({
    path: '/operator/webhooks',
    roles: ['administrator'],
    texts: ['desk-webhooks'],
    title: 'desk-webhooks.list.title',
    screen: 'webhooks/desk/endpoints-screen',
  }),
  deskPage({
    path: '/operator/webhooks/$id',
    roles: ['administrator'],
    texts: ['desk-webhooks'],
    title: 'desk-webhooks.endpoint.title',
    screen: 'webhooks/desk/endpoint-screen',
  }),
  deskPage({
    path: '/operator/webhooks/deliveries',
    roles: ['administrator'],
    texts: ['desk-webhooks'],
    title: 'desk-webhooks.deliveries.title',
    search: ['q', 'endpoint', 'state', 'offset'],
    screen: 'webhooks/desk/deliveries-screen',
  }),
  deskPage({
    path: '/operator/webhooks/deliveries/$id',
    roles: ['administrator'],
    texts: ['desk-webhooks'],
    title: 'desk-webhooks.delivery.title',
    screen: 'webhooks/desk/delivery-screen',
  }),
]
