// Writes the types and calls of the clients, which derive from the table. The installation runs it, and git ignores them.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { clientSource } from '../packages/shared/src/derive/client-source.ts'
import { pythonSource } from '../packages/shared/src/derive/python-source.ts'

const packages = path.resolve(import.meta.dirname, '..', 'packages')
writeFileSync(path.join(packages, 'client', 'src', 'api.ts'), clientSource())
writeFileSync(path.join(packages, 'client-python', 'src', 'rank_tracker_client', 'api.py'), pythonSource())
