import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GenericContainer, getContainerRuntimeClient, ImageName, PullPolicy, Wait } from 'testcontainers'
import { startNats } from '../nats.ts'
import { startPostgres } from '../postgres.ts'

export type TestServers = { postgresUrl: string; natsUrl: string; stop(): Promise<void> }

const postgresImage = 'postgres:18'
const natsImage = 'nats:2'
/** Removes the containers of a killed run. */
const clearingImage = 'testcontainers/ryuk:0.14.0'

/**
 * One Postgres and one NATS for a test run: containers if an engine answers and already has the images, otherwise the embedded
 * servers. Nothing is downloaded.
 */
export async function startTestServers(): Promise<TestServers> {
  process.env.RYUK_CONTAINER_IMAGE ||= clearingImage
  const hasImage = async (image: string) =>
    (await getContainerRuntimeClient()).image.exists(ImageName.fromString(image))
  return (await hasAllImages(hasImage)) ? startContainers() : startEmbedded()
}

/** Whether the engine has every needed image, so that none would be downloaded; false without an engine. */
export async function hasAllImages(hasImage: (image: string) => Promise<boolean>): Promise<boolean> {
  const needed = [postgresImage, natsImage, process.env.RYUK_CONTAINER_IMAGE || clearingImage]
  const present = await Promise.all(needed.map(hasImage)).catch(() => [false])
  return present.every(Boolean)
}

async function startContainers(): Promise<TestServers> {
  const [postgres, nats] = await Promise.all([
    new GenericContainer(postgresImage)
      .withPullPolicy(PullPolicy.neverPull())
      .withEnvironment({ POSTGRES_PASSWORD: 'test' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=900'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage('ready to accept connections', 2))
      .start(),
    new GenericContainer(natsImage).withPullPolicy(PullPolicy.neverPull()).withExposedPorts(4222).start(),
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
