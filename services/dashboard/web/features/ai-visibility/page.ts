import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { openSearch } from '../../kit/table/search.ts'
import { pages } from '../../routes.ts'

const getParentRoute = () => inside

export const aiVisibilityPages = [
  createRoute({
    getParentRoute,
    path: pages.aiVisibility,
    staticData: { menu: { group: 'Signals', name: 'AI visibility' } },
    validateSearch: openSearch,
    component: pageComponent(() => import('./ai-visibility.tsx'), 'AiVisibility'),
  }),
] as const
