/** The packages of NATS. They are optional, and loaded when a host joins a fleet. */
import { FleetError } from '../fleet-error.ts'

export async function loadNats() {
  try {
    const [core, jetstream, kv, obj] = await Promise.all([
      import('@nats-io/transport-node'),
      import('@nats-io/jetstream'),
      import('@nats-io/kv'),
      import('@nats-io/obj'),
    ])
    return { core, jetstream, kv, obj }
  } catch (error) {
    throw new FleetError(
      'not-installed',
      'A fleet needs the packages of NATS, which are not installed. npm leaves them out with `--omit=optional`, and on Node before 22: install Fairlead again without the option, on Node 22 or newer.',
      error,
    )
  }
}

export type Nats = Awaited<ReturnType<typeof loadNats>>
