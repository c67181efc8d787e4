import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'

const getParentRoute = () => inside

export const keysPages = [
  createRoute({
    getParentRoute,
    path: pages.keys,
    staticData: {
      menu: {
        group: 'Developer',
        name: 'API keys',
        managers: true,
        shortcut: { keys: 'g a', does: 'Go to the API keys' },
      },
    },
    component: pageComponent(() => import('./keys.tsx'), 'Keys'),
  }),
  createRoute({
    getParentRoute,
    path: pages.assistants,
    staticData: { menu: { group: 'Developer', name: 'Assistants', managers: true } },
    component: pageComponent(() => import('./assistants.tsx'), 'Assistants'),
  }),
] as const
