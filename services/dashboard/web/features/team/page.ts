import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'

const getParentRoute = () => inside

export const teamPages = [
  createRoute({
    getParentRoute,
    path: pages.team,
    staticData: { menu: { group: 'Account', name: 'Team' } },
    component: pageComponent(() => import('./team.tsx'), 'Team'),
  }),
] as const
