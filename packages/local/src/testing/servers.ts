import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GenericContainer, getContainerRuntimeClient, ImageName, Wait } from 'testcontainers'
import { startNats } from '../nats.ts'
import { startPostgres } from '../postgres.ts'

export type TestServers = { postgresUrl: string; natsUrl: string; stop(): Promise<void> }

const postgresImage = 'postgres:18'
const natsImage = 'nats:2'

/**
 * One Postgres and one NATS for a test run: containers when an engine answers and has the images already, the embedded ones
 * otherwise. Nothing is downloaded.
 */
export async function startTestServers(): Promise<TestServers> {
  return (await haveImages()) ? startContainers() : startEmbedded()
}

async function haveImages(): Promise<boolean> {
  try {
    const client = await getContainerRuntimeClient()
    const present = [postgresImage, natsImage].map((image) => client.image.exists(ImageName.fromString(image)))
    return (await Promise.all(present)).every(Boolean)
  } catch {
    return false
  }
}

async function startContainers(): Promise<TestServers> {
  const [postgres, nats] = await Promise.all([
    new GenericContainer(postgresImage)
      .withEnvironment({ POSTGRES_PASSWORD: 'test' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage('ready to accept connections', 2))
      .start(),
    new GenericContainer(natsImage).withExposedPorts(4222).start(),
  ])
  return {
    postgresUrl: `postgresql://postgres:test@${postgres.getHost()}:${postgres.getMappedPort(5432)}/postgres`,
    natsUrl: `nats://${nats.getHost()}:${nats.getMappedPort(4222)}`,
    stop: async () => {
      await Promise.all([postgres.stop(), nats.stop()])
    },
  }
}

async function startEmbedded(): Promise<TestServers> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-test-'))
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: false }),
    startNats({ dataDir: path.join(folder, 'nats'), production: false }),
  ])
  return {
    postgresUrl: postgres.url('postgres'),
    natsUrl: nats.url,
    stop: async () => {
      await Promise.all([postgres.stop(), nats.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
