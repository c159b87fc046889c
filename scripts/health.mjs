/** Whether the site in this container is alive: the exit code is 0 or 1. Plain JavaScript, as it is run every few seconds. */
import { get } from 'node:http'

const place = { host: 'localhost', port: process.env.PORT || 3000, path: '/api/health' }
const request = get({ ...place, timeout: 3_000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
for (const event of ['timeout', 'error']) request.on(event, () => process.exit(1))
