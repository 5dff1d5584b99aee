import { deskPage } from '#desks/common/web/desk-page.ts'

export const customerDeskPages = [
  deskPage({
    path: '/operator/customers',
    roles: ['care', 'money'],
    texts: ['desk-customers'],
    title: 'desk-customers.search.title',
    search: ['q', 'offset'],
    screen: 'customers/customers-screen',
  }),
  deskPage({
    path: '/operator/customers/$id',
    roles: ['care', 'money'],
    texts: ['desk-customers', 'desk-cases'],
    title: 'desk-customers.customer.title',
    search: ['offset', 'bills', 'contract'],
    screen: 'customers/customer-screen',
  }),
]
