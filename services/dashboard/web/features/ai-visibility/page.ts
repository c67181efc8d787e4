import { createRoute } from '@tanstack/react-router'
import { openSearch } from '../../kit/table/search.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'

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
