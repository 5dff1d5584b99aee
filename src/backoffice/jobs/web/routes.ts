import { deskPage } from '#kit/backoffice/web/desk-page.ts'

export const jobDeskPages = [
  deskPage({
    path: '/operator/jobs',
    roles: ['administrator'],
    texts: ['desk-jobs'],
    title: 'desk-jobs.title',
    search: ['q', 'state', 'offset'],
    screen: 'backoffice/jobs/jobs-screen',
  }),
  deskPage({
    path: '/operator/jobs/$name',
    roles: ['administrator'],
    texts: ['desk-jobs'],
    title: 'desk-jobs.job',
    search: ['offset'],
    screen: 'backoffice/jobs/job-screen',
  }),
]
