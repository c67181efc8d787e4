import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const assistantsPages = [
  createRoute({
    getParentRoute,
    path: pages.assistants,
    staticData: { menu: { group: 'developer', name: t.assistants } },
    component: pageComponent(() => import('./assistants.tsx'), 'Assistants'),
  }),
] as const
