import {
  Activity,
  ChartColumn,
  ChartNoAxesColumn,
  CircleCheck,
  CreditCard,
  FileText,
  Gauge,
  Globe,
  LayoutGrid,
  List,
  type LucideIcon,
  Search,
  User,
} from 'lucide-react'
import { pages } from '../routes.ts'
import type { Group } from './menu.ts'

export const pageIcons: Readonly<Record<string, LucideIcon>> = {
  [pages.home]: LayoutGrid,
  [pages.site]: Activity,
  [pages.operator]: CircleCheck,
  [pages.keywords]: List,
  [pages.comparison]: ChartNoAxesColumn,
  [pages.ideas]: FileText,
  [pages.usage]: Gauge,
  [pages.prices]: CreditCard,
  [pages.account]: User,
}

export const groupIcons: Readonly<Partial<Record<NonNullable<Group['id']>, LucideIcon>>> = {
  content: FileText,
  research: Search,
  site: Globe,
  reports: ChartColumn,
}
