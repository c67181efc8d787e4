import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'

const npmPackages = ['client', 'cli']

/** Packs the clients and the command line into a folder. */
export function packAll(root: string, to: string): void {
  for (const name of npmPackages)
    execFileSync('npm', ['pack', '--silent', '--pack-destination', to], { cwd: path.join(root, 'packages', name) })
  packPython(path.join(root, 'packages', 'client-python'), to)
}

/** Builds the wheel of a Python package into `to`: by flit_core if it is installed (Debian: `flit`), otherwise by pip, which fetches it. */
export function packPython(folder: string, to: string): string {
  const [tool = '', ...options] = pythonBuilder() ?? ['flit_core.wheel', '--outdir']
  // The same files give the same bytes.
  const env = { ...process.env, SOURCE_DATE_EPOCH: '315532800' }
  execFileSync('python3', ['-B', '-m', tool, ...options, to], { cwd: folder, env, stdio: 'pipe' })
  const [wheel = ''] = globSync('rank_tracker_client-*.whl', { cwd: to })
  return path.join(to, wheel)
}

/** The module of Python that builds wheels, with its options before the folder; undefined where there is none. */
export function pythonBuilder(): string[] | undefined {
  const has = (module: string) =>
    spawnSync('python3', ['-c', `import sys, ${module}; sys.exit(sys.version_info < (3, 9))`]).status === 0
  if (has('flit_core')) return ['flit_core.wheel', '--outdir']
  return has('pip') ? ['pip', 'wheel', '--quiet', '--no-deps', '.', '--wheel-dir'] : undefined
}
