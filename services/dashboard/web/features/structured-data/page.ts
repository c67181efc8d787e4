import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { pages } from '../../routes.ts'

const getParentRoute = () => inside

export const structuredDataPages = [
  createRoute({
    getParentRoute,
    path: pages.structuredData,
    staticData: { menu: { group: 'Site health', name: 'Structured data' } },
    component: pageComponent(() => import('./structured-data.tsx'), 'StructuredData'),
  }),
] as const
