import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../testing/until.ts'
import { claimDataFolder, openDataFolder } from './data-folder.ts'

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
  await until('a beat', () => statSync(lock).mtimeMs > longAgo.getTime() + 30_000)
  release()
})

it('a live process of this machine keeps its folder, also one of a release that wrote no host', () => {
  writeFileSync(lock, String(process.ppid))
  expect(() => claimDataFolder(folder)).toThrow(/in use by process/)
})

describe('secrets', () => {
  it('of a folder of a version before the first release are refused with one sentence, and stay as they are', () => {
    const file = path.join(folder, 'secrets.json')
    writeFileSync(file, JSON.stringify({ callerKeys: 'k1:a-secret-of-an-older-version' }))
    expect(() => openDataFolder(folder).secrets()).toThrow(`${folder} is of a version before 1.0.0`)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ callerKeys: 'k1:a-secret-of-an-older-version' })
  })

  it('of a new folder stand alone, and stay', () => {
    const made = openDataFolder(folder).secrets()
    const { callers, ...standing } = made
    const all = [...Object.values(standing), ...Object.values(callers)]
    expect(new Set(all).size).toBe(all.length)
    expect(openDataFolder(folder).secrets()).toEqual(made)
  })
})
