/** Judges the agents of two public lists, which are made by others and updated with `npm update`. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { botOf } from '../../lib/errors/bots'
import { projectFolder } from '../start/project'

/** Neither package lets anybody import its data. */
const crawlerFile = path.join('node_modules', 'crawler-user-agents', 'crawler-user-agents.json')
const browserFile = path.join('node_modules', 'user-agents', 'dist', 'user-agents.json')

const crawlerList = v.array(
  v.object({ instances: v.array(v.string()), tags: v.optional(v.array(v.string()), []) }),
)
const browserList = v.array(v.object({ userAgent: v.string() }))

/** Crawlers that `botOf` takes for people, and people that it takes for bots. */
export function measureBots() {
  const wanted = ['search-engine', 'social-preview']
  const crawlers = unique(
    read(crawlerFile, crawlerList)
      .filter(({ tags }) => tags.some((tag) => wanted.includes(tag)))
      .flatMap(({ instances }) => instances),
  )
  const people = unique(read(browserFile, browserList).map(({ userAgent }) => userAgent))
  return {
    crawlers: crawlers.length,
    people: people.length,
    missed: crawlers.filter((agent) => !botOf(agent)),
    caught: people.filter((agent) => botOf(agent)),
  }
}

function read<T>(file: string, schema: v.GenericSchema<unknown, T>): T {
  return v.parse(schema, JSON.parse(readFileSync(path.join(projectFolder, file), 'utf8')))
}

function unique(agents: string[]): string[] {
  return [...new Set(agents)]
}
