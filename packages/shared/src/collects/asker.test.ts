import { expect, it } from 'vitest'
import { askerOf } from './asker.ts'

const caller = { accountId: 'ann', plan: 'growth', collect: 'allow', role: null } as const
const site = { id: 'site', frozen: false }
const waitOf = (leftMs: number) => askerOf({ caller, deadlineAt: 1_000 + leftMs }, site, 1_000).waitMs

it('waits eight seconds at most, nine tenths of the time that is left, and not at all once it is over', () => {
  expect([12_000, 9_000, 2_000, 0, -500].map(waitOf)).toEqual([8_000, 8_000, 1_800, 0, 0])
})

it('may start nothing where the caller may not, and is paid by the account that asks', () => {
  expect(askerOf({ caller, deadlineAt: 0 }, site)).toMatchObject({
    scope: 's:site',
    accountId: 'ann',
    mayCollect: true,
  })
  expect(askerOf({ caller: { ...caller, collect: 'deny' }, deadlineAt: 0 }, site).mayCollect).toBe(false)
})

it('knows a viewer, whose answers name no limit', () => {
  const { mayCollect, isViewer } = askerOf(
    { caller: { ...caller, collect: 'deny', role: 'viewer' }, deadlineAt: 0 },
    site,
  )
  expect([mayCollect, isViewer]).toEqual([false, true])
})
