# The images of a release, for both kinds of machine: VERSION=1.2.3 REGISTRY=registry.example.com/ docker buildx bake --file docker-bake.hcl --push
# `--print` instead of `--push` shows what it would build.

variable "REGISTRY" { default = "" }
variable "VERSION" { default = "local" }
# The commit that VERSION is the tag of.
variable "REVISION" { default = "" }
# Where the sources are, once they are public.
variable "SOURCE" { default = "" }

group "default" { targets = ["service", "operator", "whole", "postgres"] }

function "tag" {
  params = [name]
  result = ["${REGISTRY}rank-tracker-${name}:${VERSION}"]
}

function "labels" {
  params = [name, description]
  result = merge(SOURCE == "" ? {} : { "org.opencontainers.image.source" = SOURCE }, {
    "org.opencontainers.image.title"       = "rank-tracker-${name}"
    "org.opencontainers.image.description" = "Rank Tracking Service: ${description}"
    "org.opencontainers.image.version"     = VERSION
    "org.opencontainers.image.revision"    = REVISION
  })
}

target "both" { platforms = ["linux/amd64", "linux/arm64"] }

target "service" {
  inherits = ["both"]
  name     = service
  matrix   = { service = ["gateway", "projects", "research", "content", "dashboard", "mcp"] }
  args     = { SERVICE = service }
  tags     = tag(service)
  labels   = labels(service, "the service ${service}")
}

target "operator" {
  inherits = ["both"]
  target   = "operator"
  tags     = tag("operator")
  labels   = labels("operator", "the operator's command line, and the simulated providers")
}

target "whole" {
  inherits = ["both"]
  target   = "whole"
  tags     = tag("whole")
  labels   = labels("whole", "all services with their database and broker in one container")
}

target "postgres" {
  inherits = ["both"]
  context  = "deploy/postgres"
  tags     = tag("postgres")
  labels   = labels("postgres", "Postgres with pgBackRest, for back-ups")
}
