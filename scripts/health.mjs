/** Health check of the container: exits with 0 or 1. Plain JavaScript, as it runs every few seconds. */
import { get } from 'node:http'

const target = { host: 'localhost', port: process.env.PORT || 3000, path: '/api/health' }
// An agent of its own uses no proxy of the environment.
const request = get({ ...target, agent: false, timeout: 3_000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
for (const event of ['timeout', 'error']) request.on(event, () => process.exit(1))
