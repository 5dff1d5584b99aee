import { deskPage } from '#kit/backoffice/web/desk-page.ts'
import { debtRoles } from '../../roles.ts'

export const declarationDeskPages = [
  deskPage({
    path: '/operator/declarations',
    roles: debtRoles,
    // What is declared is named to operators in the words of the customer's page.
    texts: ['desk-declarations', 'collections'],
    title: 'desk-declarations.title',
    search: ['q', 'state', 'offset'],
    screen: 'collections/desk/declarations/declarations-screen',
  }),
]
