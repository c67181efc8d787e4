import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const keysPages = [
  createRoute({
    getParentRoute,
    path: pages.keys,
    staticData: {
      menu: {
        group: 'developer',
        name: t.apiKeys,
        managers: true,
        shortcut: { keys: 'g a', does: t.goToTheApiKeys },
      },
    },
    component: pageComponent(() => import('./keys.tsx'), 'Keys'),
  }),
] as const
