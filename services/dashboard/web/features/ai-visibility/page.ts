import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { openSearch } from '../../kit/table/use-view.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const aiVisibilityPages = [
  createRoute({
    getParentRoute,
    path: pages.aiVisibility,
    staticData: { menu: { group: 'research', name: t.aiVisibility } },
    validateSearch: openSearch,
    component: pageComponent(() => import('./ai-visibility.tsx'), 'AiVisibility'),
  }),
] as const
