import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'

const getParentRoute = () => inside

export const structuredDataPages = [
  createRoute({
    getParentRoute,
    path: pages.structuredData,
    staticData: { menu: { group: 'siteHealth', name: t.structuredData } },
    component: pageComponent(() => import('./structured-data.tsx'), 'StructuredData'),
  }),
] as const
