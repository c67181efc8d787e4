import type { ReactNode } from 'react'
import css from './badge.module.css'

type BadgeProps = { tone?: 'plain' | 'good' | 'warn' | 'bad'; title?: string; children: ReactNode }

export function Badge({ tone = 'plain', title, children }: BadgeProps) {
  return (
    <span className={css.badge} data-tone={tone} title={title}>
      {children}
    </span>
  )
}
