import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { pages } from '../../routes.ts'
import { linkSearch } from './search.ts'

const getParentRoute = () => inside

export const linksPages = [
  createRoute({
    getParentRoute,
    path: pages.backlinks,
    staticData: { menu: { group: 'Site health', name: 'Backlinks' } },
    validateSearch: linkSearch,
    component: pageComponent(() => import('./backlinks.tsx'), 'Backlinks'),
  }),
] as const
