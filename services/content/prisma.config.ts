import { migrationsOf } from '@rts/shared/service/migration-files'
import { defineConfig } from 'prisma/config'

// Generating the client needs no database; the commands that do are given DATABASE_URL.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  experimental: { externalTables: true },
  migrations: {
    path: 'prisma/migrations',
    // The service's migrations refer to tables of the kit, which are applied before them.
    initShadowDb: migrationsOf('content')
      .kit.map(({ sql }) => sql)
      .join('\n'),
  },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost:5432/unused' },
})
