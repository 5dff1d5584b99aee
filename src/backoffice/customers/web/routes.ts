import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const customerDeskPages = [
  deskPage({
    path: '/operator/customers',
    roles: ['care', 'money'],
    texts: ['desk-customers'],
    title: 'desk-customers.search.title',
    search: ['q', 'offset'],
    screen: 'backoffice/customers/customers-screen',
  }),
  deskPage({
    path: '/operator/customers/$id',
    roles: ['care', 'money'],
    texts: ['desk-customers', 'desk-cases', 'data-sharing'],
    title: 'desk-customers.customer.title',
    search: ['offset', 'bills', 'contract'],
    screen: 'backoffice/customers/customer-screen',
  }),
]
