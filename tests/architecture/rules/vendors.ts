import { eachModule, importsOf, type Rule } from '../source'

const modules: readonly [packages: RegExp, module: RegExp][] = [
  [/^firebase(\/|$)/, /^lib\/browser\/identity\/firebase(\.ts$|\/)/],
  [/^firebase-admin(\/|$)/, /^lib\/server\/identity\//],
  [/^jose(\/|$)/, /^lib\/session\/(token|keys|device-proof)\.ts$/],
  [/^isbot(\/|$)/, /^lib\/errors\/bots\.ts$/],
  [/^(pg|@electric-sql\/pglite)(\/|$)/, /^lib\/server\/database\//],
  [/^drizzle-orm(\/|$)/, /^lib\/server\/(room\.ts$|(\w+\/)?(database|backup)\/|notes\/)/],
  [/^rate-limiter-flexible(\/|$)/, /^lib\/server\/database\/rate-limit\.ts$/],
  [/^@simplewebauthn\//, /^lib\/(browser\/|server\/)?passkeys\//],
  [/^markdown-it(-cjk-friendly)?(\/|$)/, /^lib\/server\/notes\/markdown\.ts$/],
  [/^@firebase\//, /^nowhere$/],
]

/** Leaving a vendor changes one place. */
export const vendors: Rule = {
  name: 'only the module of a vendor imports its package',
  find: eachModule((file) =>
    importsOf(file)
      .filter((name) => modules.some(([packages, module]) => packages.test(name) && !module.test(file.path)))
      .map((name) => `${name} belongs to another module`),
  ),
  example: { path: 'lib/server/session/current.ts', source: "import { eq } from 'drizzle-orm'" },
}
