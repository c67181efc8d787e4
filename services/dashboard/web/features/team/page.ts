import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { pages } from '../../routes.ts'

const getParentRoute = () => inside

export const teamPages = [
  createRoute({
    getParentRoute,
    path: pages.team,
    staticData: { menu: { group: 'Account', name: 'Team' } },
    component: pageComponent(() => import('./team.tsx'), 'Team'),
  }),
] as const
