/** How settings are read from the environment: one reader a variable, and all problems named at once. */
import * as v from 'valibot'

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting that is wrong: which, how, and what a right one looks like. */
export type SettingProblem = { variable: string; problem: string; example: string }

// biome-ignore lint/suspicious/noExplicitAny: any reader, whatever it makes of the text
type Reader = v.GenericSchema<string | undefined, any>
type Settings = Record<string, { reader: Reader; example: string }>
type ValuesOf<S extends Settings> = { [Name in keyof S]: v.InferOutput<S[Name]['reader']> }

/** A setting's reader and its example, kept together. Every setting may be unset. */
export function setting<R extends Reader>(reader: R, example: string): { reader: R; example: string } {
  return { reader, example }
}

/**
 * Reads each setting by itself. An empty text counts as unset, but for a setting whose reader takes ''.
 * A wrong setting is a problem, and its value is then what it would be if unset.
 */
export function readSettings<S extends Settings>(settings: S, environment: Environment) {
  const problems: SettingProblem[] = []
  const values = Object.entries(settings).map(([variable, { reader, example }]) => {
    const text = environment[variable]
    const reading = v.safeParse(reader, text === '' && !v.is(reader, '') ? undefined : text)
    if (reading.success) return [variable, reading.output]
    problems.push({ variable, problem: reading.issues[0].message, example })
    return [variable, v.parse(reader, undefined)]
  })
  return { values: Object.fromEntries(values) as ValuesOf<S>, problems }
}

/** The configuration, or an error that names every wrong variable. */
export function requireConfig<C>({ config, problems }: { config: C; problems: SettingProblem[] }): C {
  if (problems.length > 0) throw new Error(describeProblems(problems))
  return config
}

/** All problems in words, a line each. Never the wrong value itself: it may be a secret. */
export function describeProblems(problems: SettingProblem[]): string {
  return ['The configuration is wrong:', ...problems.map((problem) => `  ${describeProblem(problem)}`)].join(
    '\n',
  )
}

/** One problem in words. */
export function describeProblem({ variable, problem, example }: SettingProblem): string {
  return `${variable} ${problem}. Example: ${variable}=${example}`
}

export const flag = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((text) => text === 'true'),
)

export const wholeNumber = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}$/, 'must be a whole number'),
  v.transform(Number),
)

export const httpUrl = v.pipe(
  v.string(),
  v.regex(/^https?:\/\//, 'must start with http:// or https://'),
  v.check((text) => URL.canParse(text), 'must be a URL'),
)

/** What the driver will make sense of: it would put a URL that it cannot read, password and all, into its error. */
export const postgresUrl = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
  v.check(isReadableUrl, 'must be a URL; write special characters of the password as %XX'),
)

/** Without a host (a socket) it is no URL by the standard, but PostgreSQL's tools take it. */
function isReadableUrl(text: string): boolean {
  try {
    const url = new URL(text.replace(/^(\w+:\/\/[^/]*@|\w+:\/\/)(?=\/)/, '$1localhost'))
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part)
    return !/[\s#]/.test(text)
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return false
    throw error
  }
}

/** JSON text of one object, such as the settings the Firebase console prints. */
export const jsonObject = v.pipe(
  v.string(),
  v.parseJson({}, 'must be a JSON object'),
  v.custom<Record<string, unknown>>(isObject, 'must be a JSON object'),
)

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
