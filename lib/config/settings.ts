/** Parses settings from the environment: one schema per variable, all problems reported together. */
import leven from 'leven'
import ms from 'ms'
import * as v from 'valibot'
import { isJsonObject } from '@/lib/json'

export type Environment = Readonly<Record<string, string | undefined>>

/** An invalid setting, with an example of a valid one. */
export type SettingProblem = { variable: string; problem: string; example: string }

// biome-ignore lint/suspicious/noExplicitAny: schemas of any output type
type Schema = v.GenericSchema<any, any>
type Settings = Record<string, { schema: Schema; example: string }>
/** The parsed values of some settings. */
export type ValuesOf<S extends Settings> = { [Name in keyof S]: v.InferOutput<S[Name]['schema']> }

/** A setting that is null unless it's set. */
export function optional<R extends v.GenericSchema>(schema: R, example: string) {
  return { schema: v.nullish(schema, null), example }
}

/** A setting with a default, which is its example, too. */
export function defaulted<R extends v.GenericSchema<string, unknown>>(text: string, schema: R) {
  return { schema: v.optional(schema, text), example: text }
}

/**
 * Parses each setting independently. An empty string counts as unset, unless its schema accepts ''. An
 * invalid setting is reported and takes its default.
 */
export function readSettings<S extends Settings>(settings: S, environment: Environment) {
  const problems: SettingProblem[] = []
  const values = Object.entries(settings).map(([variable, { schema, example }]) => {
    const text = environment[variable]
    const reading = v.safeParse(schema, text === '' && !v.is(schema, '') ? undefined : text)
    if (reading.success) return [variable, reading.output]
    problems.push({ variable, problem: reading.issues[0].message, example })
    return [variable, v.parse(schema, undefined)]
  })
  return { values: Object.fromEntries(values) as ValuesOf<S>, problems }
}

/** Variables that look like a typo of a setting that isn't set. */
export function misspelledSettings(
  settings: Readonly<Record<string, { example: string }>>,
  environment: Environment,
): SettingProblem[] {
  return Object.keys(environment).flatMap((variable) => {
    if (variable in settings || !/^[A-Z]+(_[A-Z]+)+$/.test(variable)) return []
    const [meant] = Object.entries(settings).filter(
      ([name]) => !environment[name] && leven(variable, name) <= name.length / 5,
    )
    if (!meant) return []
    return [{ variable, problem: `is no setting: did you mean ${meant[0]}?`, example: meant[1].example }]
  })
}

/** The configuration; throws an error naming every invalid variable. */
export function requireConfig<C>({ config, problems }: { config: C; problems: SettingProblem[] }): C {
  if (problems.length > 0) throw new Error(describeProblems(problems))
  return config
}

/** All problems, one per line, without the values, which may be secret. */
export function describeProblems(problems: SettingProblem[]): string {
  return ['The configuration is wrong:', ...problems.map((problem) => `  ${describeProblem(problem)}`)].join(
    '\n',
  )
}

/** One problem, with an example. */
export function describeProblem({ variable, problem, example }: SettingProblem): string {
  const end = problem.endsWith('?') ? '' : `. Example: ${variable}=${example}`
  return `${variable} ${problem}${end}`
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

export const oneLine = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\P{Cc}{1,200}$/u, 'must be one line of at most 200 characters'),
)

export const days = v.pipe(
  wholeNumber,
  v.minValue(1, 'must be 1 to 3650 days'),
  v.maxValue(3650, 'must be 1 to 3650 days'),
)

/** A duration such as `90m`, in milliseconds. */
export const duration = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?[smhdw]$/, 'must be a duration such as 90m, 12h or 5d'),
  v.transform((text) => ms(text as ms.StringValue)),
)

/** A duration within these bounds, in milliseconds. */
export function durationBetween(min: ms.StringValue, max: ms.StringValue) {
  const isWithin = (durationMs: number) => durationMs >= ms(min) && durationMs <= ms(max)
  return v.pipe(duration, v.check(isWithin, `must be from ${min} to ${max}`))
}

/** A list of these names; `none` disables what the emulator enables by default. */
export const listOf = <Name extends string>(names: readonly Name[]) =>
  v.pipe(
    v.string(),
    v.transform((text) => (text === 'none' ? [] : text.split(',').map((name) => name.trim()))),
    v.array(v.picklist(names, `must be none, or some of ${names.join(',')}`)),
  )

export const httpUrl = v.pipe(
  v.string(),
  v.regex(/^https?:\/\//, 'must start with http:// or https://'),
  v.check((text) => URL.canParse(text), 'must be a URL'),
)

/** Only what the driver can parse: its error would contain an unparsable URL with the password. */
export const postgresUrl = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
  v.check(isReadableUrl, 'must be a URL; write special characters of the password as %XX'),
  // Of these the driver knows only `0`; it would take any other word for yes.
  v.transform((text) => text.replace(/(?<=[?&]ssl=)(false|no|off|disable)(?=&|$)/gi, '0')),
)

/** Socket URLs without a host aren't valid URLs, but PostgreSQL's tools accept them. */
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

/** JSON of an object, such as the settings from the Firebase console. */
export const jsonObject = v.pipe(
  v.string(),
  v.parseJson({}, 'must be a JSON object'),
  v.custom<Record<string, unknown>>(isJsonObject, 'must be a JSON object'),
)
