import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const structuredDataPages = [
  createRoute({
    getParentRoute,
    path: pages.structuredData,
    staticData: { menu: { group: 'site', name: t.structuredData, writers: true } },
    component: pageComponent(() => import('./structured-data.tsx'), 'StructuredData'),
  }),
] as const
