import { execFileSync } from 'node:child_process'
import path from 'node:path'

const npmPackages = ['client', 'cli']

/** Packs all that is published, each beside its sources; answers the files. */
export function packAll(root: string): string[] {
  const folders = npmPackages.map((name) => path.join(root, 'packages', name))
  const python = path.join(root, 'packages', 'client-python')
  return [...folders.map((folder) => packNpm(folder)), packPython(python, python)]
}

function packNpm(folder: string): string {
  const packed = execFileSync('npm', ['pack', '--silent'], { cwd: folder, encoding: 'utf8' })
  return path.join(folder, packed.trim())
}

/** Builds the wheel of a Python package into `to`; its builder needs Python alone. */
export function packPython(folder: string, to: string): string {
  const program = 'import sys, backend; print(backend.build_wheel(sys.argv[1]))'
  const packed = execFileSync('python3', ['-B', '-c', program, to], { cwd: folder, encoding: 'utf8' })
  return path.join(to, packed.trim())
}
