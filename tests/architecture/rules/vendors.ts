/** One vendor, one cell: if we leave a vendor, one cell changes. */
import { eachModule, importsOf, isTest, type Rule } from '../source'

type Vendor = { packages: RegExp; cell: RegExp }

const vendors: readonly Vendor[] = [
  { packages: /^firebase(\/|$)/, cell: /^lib\/browser\/identity\/firebase(\.ts$|\/)/ },
  { packages: /^firebase-admin(\/|$)/, cell: /^lib\/server\/identity\// },
  { packages: /^jose(\/|$)/, cell: /^lib\/session\/(token|keys)\.ts$/ },
  { packages: /^pino(\/|$)/, cell: /^lib\/server\/log\/log\.ts$/ },
  { packages: /^isbot(\/|$)/, cell: /^lib\/errors\/bots\.ts$/ },
  { packages: /^(drizzle-orm|pg|@electric-sql\/pglite)(\/|$)/, cell: /^lib\/server\/database\// },
  { packages: /^rate-limiter-flexible(\/|$)/, cell: /^lib\/server\/database\/rate-limit\.ts$/ },
  { packages: /^diff(\/|$)/, cell: /^lib\/browser\/notes\/differences\.ts$/ },
  {
    packages: /^@simplewebauthn\//,
    cell: /^lib\/(passkeys\.ts$|browser\/passkeys(\.ts$|\/)|server\/passkeys\/)/,
  },
  { packages: /^markdown-it(\/|$)/, cell: /^lib\/server\/notes\/(markdown|markup)\.ts$/ },
  { packages: /^@firebase\//, cell: /^nowhere$/ },
]

/** A vendor's package is imported in its cell and nowhere else; tests speak to vendors as they like. */
export const oneModulePerVendor: Rule = eachModule((file) => {
  if (isTest(file.path)) return []
  return importsOf(file)
    .filter((name) => vendors.some(({ packages, cell }) => packages.test(name) && !cell.test(file.path)))
    .map((name) => `${name} has another cell`)
})
