import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { brokerPasswords, callerKeyNames, databasePasswords } from './declared.ts'

/** Variables that containers need and no service reads; several names have one meaning. */
export type ContainerVariables = { names: readonly string[]; value?: string; meaning: string }

export const passwordVariables: readonly ContainerVariables[] = [
  { names: ['POSTGRES_PASSWORD'], meaning: "the database's superuser, for you alone" },
  { names: databasePasswords, meaning: 'one role of the database a service' },
  { names: brokerPasswords, meaning: "one user of the broker a service, and one for the operator's command line" },
  {
    names: callerKeyNames,
    meaning: 'the private key with which each program signs its calls, as `id:key`; `deploy/caller-keys.sh` makes them',
  },
]

export const containerVariables: readonly ContainerVariables[] = [
  {
    names: ['COMPOSE_FILE'],
    value: 'docker-compose.yml',
    meaning:
      'the files of containers, with `:` between them: `docker-compose.yml:deploy/tls.yml:deploy/backup.yml` has TLS and back-ups with a way back to any second',
  },
  {
    names: ['COMPOSE_PROFILES'],
    meaning: '`observe`: alarms are watched for, and mailed to `SUPPORT_EMAIL` by `SMTP_URL`',
  },
  {
    names: ['DEADMAN_URL'],
    meaning:
      'an address that is called every five minutes while alarms work, at a service that tells you when it is called no more',
  },
  {
    names: ['ALERTMANAGER_FILE'],
    meaning: 'settings of yours for Alertmanager, in place of that mail and that address',
  },
  { names: ['CADDY_FILE'], meaning: 'a Caddyfile of yours, for `deploy/tls.yml`; without it `deploy/tls/Caddyfile`' },
  {
    names: ['TLS_SUBNET'],
    meaning: 'the addresses between Caddy and lb, if those of `deploy/tls.yml` (`172.16.255.240/28`) are taken',
  },
  {
    names: ['BACKUP_KEY'],
    meaning: 'encrypts what `deploy/backup.yml` stores; chosen before the first back-up, and kept elsewhere too',
  },
  {
    names: ['BACKUP_S3_BUCKET', 'BACKUP_S3_ENDPOINT', 'BACKUP_S3_REGION', 'BACKUP_S3_KEY', 'BACKUP_S3_SECRET'],
    meaning: 'where `deploy/backup-s3.yml` keeps them, on another machine; without a region `us-east-1`',
  },
  { names: ['BACKUP_KEEP_FULL'], meaning: 'full back-ups that are kept; without it 4' },
  { names: ['BACKUP_FULL_DAYS'], meaning: 'days between full back-ups; without it 7' },
  { names: ['BACKUP_HOURS'], meaning: 'hours between back-ups; without it 24' },
  {
    names: ['PUBLIC_PORT'],
    value: '127.0.0.1:8080',
    meaning:
      'the one published port, for this machine alone: a proxy with TLS belongs before it (`deploy/tls.yml`). `8080` opens it, unencrypted, to every network, past firewalls such as ufw',
  },
  {
    names: ['LB_CONNECTIONS_PER_ADDRESS'],
    value: '512',
    meaning:
      'connections of one address, of IPv6 a /64, at once, and new ones in ten seconds; more are closed. lb has 4,096 for all',
  },
  {
    names: ['LB_PROXIES'],
    meaning:
      'addresses and networks of proxies of yours in front of lb, separated by spaces: without that limit, and trusted to say in `X-Forwarded-For` who called. Needed where `PUBLIC_URL` is https and `deploy/tls.yml` is not used',
  },
  {
    names: ['MAIL_INTERNAL'],
    meaning: '`false` with a mail server of yours: gateways and the dashboard then have a way out',
  },
  {
    names: ['PLANS_FILE', 'PRICES_FILE'],
    meaning:
      'files of yours, such as `./config/plans.json`, which git leaves alone; without them `deploy/plans.json` and the sample of `deploy/prices.json`',
  },
  {
    names: ['POSTGRES_MEMORY'],
    value: '4g',
    meaning:
      'the most memory of the database: as much as its machine can spare. A quarter is its own cache, and most of the rest its cache of files',
  },
  { names: ['POSTGRES_CONNECTIONS'], value: '300', meaning: 'connections of all replicas together' },
  {
    names: databaseServices.map((name) => `${name.toUpperCase()}_DB_HOST`),
    meaning:
      '`host:port` of database servers of yours, with the roles and databases of `deploy/postgres/services.sh`; then also `INSIDE_INTERNAL=false`',
  },
  {
    names: ['DATABASE_SSLMODE'],
    meaning: '`verify-full` encrypts, and checks who answers; `no-verify` encrypts alone. Without it: `disable`',
  },
  { names: ['NATS_HOST'], meaning: '`host:port` of a broker of yours, with the users of `deploy/nats/nats.conf`' },
  { names: ['NATS_SCHEME'], meaning: '`tls` encrypts, and checks who answers. Without it: `nats`' },
  {
    names: ['CA_FILE'],
    meaning: 'a file with the certificates, as PEM, of who signed those of your database and your broker',
  },
  { names: ['INSIDE_INTERNAL'], meaning: '`false` where servers of yours are outside of these containers' },
  {
    names: builtServices.map((name) => `${name.toUpperCase()}_REPLICAS`),
    meaning: 'replicas of each service, one where it is not set; of the chart see its `values.yaml`',
  },
  { names: ['IMAGE_TAG'], meaning: 'the tag of the images that are built and run' },
  {
    names: ['REGISTRY'],
    meaning: 'where other machines fetch the images from, with a slash at its end: `registry.example.com/`',
  },
]

/** Those that scripts, the back-up container and the one container read. */
export const scriptVariables: readonly ContainerVariables[] = [
  {
    names: ['COMPOSE_FILE'],
    meaning: 'compose files that every command uses, separated by colons; read by compose itself',
  },
  { names: ['COMPOSE_PROFILES'], meaning: '`observe` adds Prometheus and Alertmanager; read by compose itself' },
  { names: ['COMPOSE'], meaning: 'the compose command of the scripts of `deploy`, such as `docker compose`' },
  { names: ['ENV_FILE'], value: '.env', meaning: 'the file with the variables, for the scripts of `deploy`' },
  {
    names: ['WAIT_SECONDS'],
    meaning: 'how long a replica may take to be ready: 300 in `deploy/upgrade.sh`',
  },
  {
    names: ['BACKUP_KEY'],
    meaning: 'encrypts back-ups of `deploy/backup.yml`; without it no encrypted back-up is readable',
  },
  { names: ['BACKUP_KEEP_FULL'], value: '4', meaning: 'full back-ups that are kept, each with what follows it' },
  { names: ['BACKUP_FULL_DAYS'], value: '7', meaning: 'days between full back-ups' },
  { names: ['BACKUP_HOURS'], value: '24', meaning: 'hours between incremental back-ups' },
  { names: ['BACKUP_RETRY_SECONDS'], value: '600', meaning: 'pause after a back-up that failed' },
  {
    names: ['PROCESSES'],
    value: 'one',
    meaning: '`each`: the one container and `npm start` run a process for each service',
  },
  {
    names: ['LISTEN'],
    value: '127.0.0.1',
    meaning: 'address of the public port of `npm start`; `0.0.0.0` in the one container',
  },
]
