import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  // A row with this name is deleted by another at the moment of its commit.
  await world.parts.pool.query(`
    CREATE FUNCTION delete_short_lived() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      EXECUTE format('UPDATE %I SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL', TG_TABLE_NAME) USING NEW.id;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER short_lived AFTER INSERT OR UPDATE ON site DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.name = 'short-lived') EXECUTE FUNCTION delete_short_lived();
    CREATE CONSTRAINT TRIGGER short_lived AFTER INSERT OR UPDATE ON keyword DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.phrase = 'short-lived') EXECUTE FUNCTION delete_short_lived();`)
})
afterAll(() => world.stop())

it('a write answers what it wrote, also when that is deleted at the same moment', async () => {
  const account = accountIn(world)
  const site = await account.site()
  const keyword = await account.keyword(site, 'lasting')
  const { body: added } = await account.post('/projects', { name: 'short-lived', domain: 'a.com' })
  expect(added).toMatchObject({ created: true, project: { name: 'short-lived', domain: 'a.com', country: 'us' } })
  const path = `/projects/${site.id}`
  const { body: tracked } = await account.post(`${path}/keywords`, { keyword: 'short-lived' })
  expect(tracked).toMatchObject({ created: true, keyword: { keyword: 'short-lived', lastCheck: { status: 'queued' } } })
  const { body: changed } = await account.patch(`${path}/keywords/${keyword.id}`, { keyword: 'short-lived' })
  expect(changed).toMatchObject({ keyword: { id: keyword.id, keyword: 'short-lived' } })
  const { body: renamed } = await account.patch(path, { name: 'short-lived' })
  expect(renamed).toMatchObject({ project: { id: site.id, name: 'short-lived' } })
  expect((await account.get('/projects')).body.projects).toEqual([])
})
