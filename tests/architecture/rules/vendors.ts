/** One vendor, one module: leaving a vendor changes one place. */
import { eachModule, importsOf, isTest, type Rule } from '../source'

type Vendor = { packages: RegExp; module: RegExp }

const vendors: readonly Vendor[] = [
  { packages: /^firebase(\/|$)/, module: /^lib\/browser\/identity\/firebase(\.ts$|\/)/ },
  { packages: /^firebase-admin(\/|$)/, module: /^lib\/server\/identity\// },
  { packages: /^jose(\/|$)/, module: /^lib\/session\/(token|keys)\.ts$/ },
  { packages: /^isbot(\/|$)/, module: /^lib\/errors\/bots\.ts$/ },
  { packages: /^(drizzle-orm|pg|@electric-sql\/pglite)(\/|$)/, module: /^lib\/server\/database\// },
  { packages: /^rate-limiter-flexible(\/|$)/, module: /^lib\/server\/database\/rate-limit\.ts$/ },
  {
    packages: /^@simplewebauthn\//,
    module: /^lib\/(passkeys\.ts$|browser\/passkeys(\.ts$|\/)|server\/passkeys\/)/,
  },
  { packages: /^markdown-it(-cjk-friendly)?(\/|$)/, module: /^lib\/server\/notes\/(markdown|markup)\.ts$/ },
  { packages: /^@firebase\//, module: /^nowhere$/ },
]

/** Only a vendor's own module imports its package; tests may import any. */
export const oneModulePerVendor: Rule = eachModule((file) => {
  if (isTest(file.path)) return []
  return importsOf(file)
    .filter((name) => vendors.some(({ packages, module }) => packages.test(name) && !module.test(file.path)))
    .map((name) => `${name} belongs to another module`)
})
