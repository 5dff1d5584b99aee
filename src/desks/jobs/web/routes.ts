import { deskPage } from '#desks/common/web/desk-page.ts'

export const jobDeskPages = [
  deskPage({
    path: '/operator/jobs',
    roles: ['administrator'],
    texts: ['desk-jobs'],
    title: 'desk-jobs.title',
    search: ['q', 'state', 'offset'],
    screen: 'jobs/jobs-screen',
  }),
  deskPage({
    path: '/operator/jobs/$name',
    roles: ['administrator'],
    texts: ['desk-jobs'],
    title: 'desk-jobs.job',
    search: ['offset'],
    screen: 'jobs/job-screen',
  }),
]
