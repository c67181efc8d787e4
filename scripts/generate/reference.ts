import { auditCodesPage } from './reference/audit-codes.ts'
import { commandLinePage } from './reference/command-line.ts'
import { metricsPage } from './reference/metrics.ts'
import { plansPage } from './reference/plans.ts'
import { toolsPage } from './reference/tools.ts'
import { variablesPage } from './reference/variables.ts'

/** The pages of documents that derive from the code as a whole. */
export function referencePages(): Record<string, string> {
  return {
    'docs/reference/variables.md': variablesPage(),
    'docs/reference/command-line.md': commandLinePage(),
    'docs/reference/metrics.md': metricsPage(),
    'docs/reference/plans.md': plansPage(),
    'docs/reference/audit-codes.md': auditCodesPage(),
    'docs/agents/tools.md': toolsPage(),
  }
}
