import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'

const getParentRoute = () => inside

export const sitesPages = [
  createRoute({
    getParentRoute,
    path: pages.home,
    staticData: { menu: { group: 'Overview', name: 'Sites', shortcut: { keys: 'g s', does: 'Go to the sites' } } },
    component: pageComponent(() => import('./sites.tsx'), 'Sites'),
  }),
  createRoute({
    getParentRoute,
    path: pages.settings,
    staticData: { menu: { group: 'Site', name: 'Settings' } },
    component: pageComponent(() => import('./settings.tsx'), 'Settings'),
  }),
] as const
