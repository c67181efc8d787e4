import { Outlet } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import { readFacts } from '../api/document.ts'
import { TopLine } from '../kit/layout/top-line.tsx'

/** A page of this installation, which says where data may be invented. */
export function EveryPage() {
  return (
    <>
      {readFacts().isSandboxed && <TopLine name={t.simulatedData}>{t.dataMayBeSimulated}</TopLine>}
      <Outlet />
    </>
  )
}
