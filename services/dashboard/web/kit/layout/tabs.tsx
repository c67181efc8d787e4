import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import css from '../form/filters.module.css'

/** The same thing in several ways, one at a time. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [string, ReactNode][] }) {
  return (
    <BaseTabs.Root className={css.tabs} defaultValue={tabs[0]?.[0]}>
      <BaseTabs.List className={css.segments} aria-label={label} data-screen>
        {tabs.map(([name]) => (
          <BaseTabs.Tab key={name} className={css.segment} value={name}>
            {name}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map(([name, content]) => (
        <BaseTabs.Panel key={name} value={name}>
          {content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
