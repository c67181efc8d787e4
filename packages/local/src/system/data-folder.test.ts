import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSeal } from '@rts/shared/seal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../testing/until.ts'
import { claimDataFolder, openDataFolder } from './data-folder.ts'
import { secretsOfFormer } from './secrets.ts'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-folder-'))
  lock = path.join(folder, 'runner.pid')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const longAgo = new Date(Date.now() - 60_000)

it('a folder that another container uses is refused, whatever its process id is here', () => {
  writeFileSync(lock, `${process.pid} another-host`)
  expect(() => claimDataFolder(folder)).toThrow(/in use by another-host, process/)
})

it('a folder whose container has stopped without a word is taken over', () => {
  writeFileSync(lock, '1 another-host')
  utimesSync(lock, longAgo, longAgo)
  claimDataFolder(folder)()
  expect(existsSync(lock)).toBe(false)
})

it('the lock shows that its holder is alive for as long as it is held', async () => {
  const release = claimDataFolder(folder)
  utimesSync(lock, longAgo, longAgo)
  await until('a beat', () => statSync(lock).mtimeMs > longAgo.getTime() + 30_000, 20_000)
  release()
})

it('a live process of this machine keeps its folder, also one of a release that wrote no host', () => {
  writeFileSync(lock, String(process.ppid))
  expect(() => claimDataFolder(folder)).toThrow(/in use by process/)
})

describe('secrets', () => {
  it('of a folder that release 0.9.0 has made are those that it derived, written once', () => {
    const callerKeys = 'k1:a-secret-of-an-older-release'
    writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify({ callerKeys }))
    const { sealKeys, authSecret, networkKey } = openDataFolder(folder).secrets()
    // Sealed, and derived, by that release.
    const sealed = 'k1.EYiM6IFgQHbHBWck.K23s8-NCjaZ_dlN_i4t7jA.5NEs4qSl'
    expect(createSeal(sealKeys).open(sealed, 'letter-1')).toBe('a link')
    expect([authSecret, networkKey]).toEqual([
      '6af946ab8e23417da8e33897c8b049ff4955b381115e53be6fcd3d1486a4c833',
      '2c2af6b4ea4d7cc2dc692ad505d2ef1ea9085d8d429ce439dfcbe289efbd81ae',
    ])
    expect(openDataFolder(folder).secrets()).toMatchObject({ sealKeys, authSecret, networkKey })
  })

  it('of that release, for programs that are started in another way, are what docs/operations.md prints', () => {
    const document = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')
    const script = /```sh\n(echo "SEAL_KEYS[\s\S]*?)```/.exec(document)?.[1] ?? ''
    const callerKeys = 'k1:a-secret-of-an-older-release'
    const printed = execFileSync('sh', ['-c', script], {
      env: { ...process.env, CALLER_KEYS: callerKeys },
      encoding: 'utf8',
    })
    const { sealKeys, authSecret, networkKey } = secretsOfFormer({ callerKeys })
    const lines = [`SEAL_KEYS=${sealKeys}`, `AUTH_SECRET=${authSecret}`, `NETWORK_KEY=${networkKey}`]
    expect(printed.trim().split('\n')).toEqual(lines)
  })

  it('of a new folder stand alone, and stay', () => {
    const made = openDataFolder(folder).secrets()
    const { callers, ...standing } = made
    const all = [...Object.values(standing), ...Object.values(callers)]
    expect(new Set(all).size).toBe(all.length)
    expect(openDataFolder(folder).secrets()).toEqual(made)
  })
})
