import { catalogue } from '../../../services/content/src/audit/catalogue.ts'
import { code, page, table } from '../markdown.ts'

/** `docs/reference/audit-codes.md`. */
export function auditCodesPage(): string {
  const issues = [...catalogue].map(([name, issue]) => ({ name, ...issue }))
  const categories = [...new Set(issues.map(({ category }) => category))]
  return page('Audit codes', 'the rules in services/content/src/audit/rules', [
    `An audit reports ${issues.length} kinds of issue. *Points* are taken off a page's 100; "site" marks an issue of the whole site. A notice
takes no points.`,
    ...categories.flatMap((category) => [
      `## ${category}`,
      table(
        ['code', 'severity', 'points', 'issue', 'how to fix'],
        issues
          .filter((issue) => issue.category === category)
          .map(({ name, severity, weight, isSitewide, title, howToFix }) => [
            code(name),
            isSitewide ? `${severity}, site` : severity,
            weight === undefined ? '–' : String(weight),
            title.replaceAll('<', '&lt;'),
            howToFix.replaceAll('<', '&lt;'),
          ]),
      ),
    ]),
  ])
}
