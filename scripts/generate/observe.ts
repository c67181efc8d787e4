import { builtServices } from '@rts/shared/contract/services'
import { containerValue, variables } from './declared.ts'
import type { Parts } from './parts.ts'

/** The targets of Prometheus: each replica, which Docker's name server knows by the name of its service. */
export function targetParts(): Parts {
  const targets = builtServices.map((name) => {
    const port = variables.find((variable) => variable.name === 'ADMIN_PORT' && variable.service === name)
    if (!port) throw new Error(`${name} has no port of metrics`)
    return `- { job_name: ${name}, dns_sd_configs: [{ names: [${name}], type: A, port: ${containerValue(port)} }] }`
  })
  return { services: targets }
}

/** The alarm for a service of which no replica is there. */
export function alarmParts(): Parts {
  const absences = builtServices.map((name) => `absent(process_start_time_seconds{service="${name}"})`)
  return { services: absences.map((absence, i) => (i === 0 ? absence : `or ${absence}`)) }
}
