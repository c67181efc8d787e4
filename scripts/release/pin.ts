import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** Where images of others are named; the chart derives from them. */
const files = ['Dockerfile', 'deploy/postgres/Dockerfile', 'docker-compose.yml', 'deploy/tls.yml']
const named = /(?<=^(?:FROM |COPY --from=| +image: ))([\w.:/-]+:[\w.-]+)(?:@(sha256:[0-9a-f]{64}))?(?= |$)/gm

const answer = z.object({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) })

/** Images of others below a folder, each `name:tag` with its digest, if it has one. */
export function foreignImages(root: string): Map<string, string | undefined> {
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'))
  return new Map(texts.flatMap((text) => [...text.matchAll(named)].map(([, image = '', digest]) => [image, digest])))
}

/** Writes the present digest of each tag behind it: releases then build and run on the same bytes until the next time. */
export function pinImages(root: string, digestOf = digestInRegistry): void {
  const digests = new Map([...foreignImages(root).keys()].map((image) => [image, digestOf(image)]))
  for (const file of files.map((name) => path.join(root, name)))
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(named, (_, image) => `${image}@${digests.get(image)}`),
    )
}

/** The digest of a tag, for all kinds of machine, as its registry has it now. Throws without one. */
function digestInRegistry(image: string): string {
  const options = ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', image]
  return answer.parse(JSON.parse(execFileSync('docker', options, { encoding: 'utf8' }))).digest
}
