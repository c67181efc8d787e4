import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Dialogs that a link opens on their page: the part of its address after the `#`. */
export const asked = {
  addSite: 'add-site',
  addKeywords: 'add-keywords',
  addCompetitor: 'add-competitor',
  checkNow: 'check-now',
  newKey: 'new-key',
  newReport: 'new-report',
} as const

/** Whether a dialog is open, and how to open and close it; a link that asks for it opens it once. */
export function useAsked(name: string | undefined): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const isAsked = useLocation({ select: ({ hash }) => name !== undefined && hash === name })
  useEffect(() => {
    if (!isAsked) return
    setOpen(true)
    // Opened once: a reload of the page, and the way back to it, show the page alone.
    void navigate({ to: '.', search: true, replace: true, resetScroll: false })
  }, [isAsked, navigate])
  return [open, setOpen]
}
