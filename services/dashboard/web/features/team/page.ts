import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const teamPages = [
  createRoute({
    getParentRoute,
    path: pages.team,
    staticData: { menu: { group: 'account', name: t.team, allSites: true } },
    component: pageComponent(() => import('./team.tsx'), 'Team'),
  }),
] as const
