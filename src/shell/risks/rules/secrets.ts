/** Files that hold keys and passwords. */
import { type Call, type CallWord, optionValue } from '../call.ts'
import { type Finding, say } from '../risk.ts'
import { names, type RiskRule } from './rule.ts'

const SECRET_FILE = new RegExp(
  [
    String.raw`(?:^|/)\.env(?:\.(?!example$|sample$|template$|dist$)[\w-]+)*$`,
    String.raw`(?:^|/)\.(?:netrc|pgpass|npmrc|pypirc|git-credentials|dockercfg|htpasswd|vault-token)$`,
    String.raw`(?:^|/)\.(?:ssh|gnupg|aws|azure|kube|password-store)(?:/|$)`,
    '(?:^|/)(?:id_rsa|id_dsa|id_ecdsa|id_ed25519)$',
    String.raw`(?:^|/)\.claude/\.credentials`,
    String.raw`(?:^|/)\.(?:docker/config\.json|config/(?:gh/hosts\.yml|gcloud))`,
    String.raw`\.(?:pem|p12|pfx|jks|keystore|kdbx)$`,
    '^/etc/(?:shadow|gshadow|sudoers)',
    String.raw`(?:^|/)(?:credentials|secrets?)\.(?:json|ya?ml|toml|ini)$`,
    '^/proc/[^/]+/environ$',
  ].join('|'),
)

/** Programs whose arguments are no files that they read. */
const READS_NOTHING = /^(?:echo|printf|touch|mkdir|rm|test|\[|export|cd|ls|stat|chmod|chown|ssh-keygen|git)$/
const HOLDERS = /^(?:security|pass|op|bw|vault|gopass|keyring|secret-tool)$/

function readsSecrets(call: Call): Finding | undefined {
  const { program, args, reads } = call
  if (HOLDERS.test(program) && args.length > 0)
    return { detail: say`Reads from the password store ${{ code: program }}.` }
  const isEverything = /^(?:env|printenv)$/.test(program) && args.length === 0
  if (isEverything) return { detail: say`Shows every variable of the environment, keys among them.` }
  const key = program === 'ssh' || program === 'scp' ? optionValue(call, 'i') : undefined
  const candidates = READS_NOTHING.test(program) ? [] : args.filter((it) => it.value !== key?.value)
  const found = [...reads, ...candidates].filter(isSecret)
  const [first] = found
  if (!first) return undefined
  const detail = say`${names(found)} may hold keys or passwords. The model reads what the command prints.`
  return { detail, start: Math.min(call.start, first.start), end: Math.max(...found.map((it) => it.end)) }
}

function isSecret({ value }: CallWord): boolean {
  // An option may name a file: `--env-file=.env`, `-d @.env`.
  const path = value.replace(/^-[^=]*=/, '').replace(/^@/, '')
  return path.length < 4096 && SECRET_FILE.test(path)
}

export const SECRET_RULES: readonly RiskRule[] = [
  { kind: 'reads-secrets', title: 'Reads secrets', find: readsSecrets },
]
