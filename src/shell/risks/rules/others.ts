/** What leaves the machine: packages, changes of running systems, files. */
import { type Call, type CallWord, nameOf, operands, option } from '../call.ts'
import { type Finding, say } from '../risk.ts'
import { type RiskRule, upTo } from './rule.ts'

type Steps = readonly (readonly [program: RegExp, steps: RegExp])[]

const PUBLISHERS: Steps = [
  [/^(?:npm|pnpm|yarn|bun|lerna|vsce|ovsx|jsr|deno)$/, /^(?:npm )?publish\b/],
  [/^(?:cargo|poetry|uv|flit|hatch|dart|flutter)$/, /^(?:pub )?publish\b/],
  [/^twine$/, /^upload\b/],
  [/^gem$/, /^push\b/],
  [/^(?:docker|podman|buildah|skopeo)$/, /^(?:image )?(?:push|copy)\b/],
  [/^helm$/, /^push\b/],
  [/^gh$/, /^(?:release (?:create|edit|delete|upload)|pr merge|repo (?:delete|edit|create)|secret set)\b/],
  [/^glab$/, /^(?:release create|mr merge)\b/],
  [
    /^(?:vercel|netlify|wrangler|firebase|fly|flyctl|surge|gcloud|eb|heroku|serverless|sls|cdk)$/,
    /\bdeploy\b|--prod\b/,
  ],
]
const SYSTEMS: Steps = [
  [/^(?:kubectl|oc)$/, /^(?:apply|delete|create|replace|patch|scale|drain|rollout restart|set|edit|exec)\b/],
  [/^(?:terraform|tofu|terragrunt|pulumi)$/, /^(?:apply|destroy|up|import|taint|state rm)\b/],
  [/^helm$/, /^(?:install|upgrade|uninstall|rollback|delete)\b/],
  [/^aws$/, /\b(?:rm|rb|delete-\S+|terminate-\S+|put-\S+|update-\S+)(?=\s|$)/],
  [/^(?:gcloud|az)$/, /\b(?:delete|create|update|remove)\b/],
  [/^(?:docker|podman)$/, /^(?:system prune|volume (?:rm|prune)|image prune|container prune)\b/],
  [/^(?:dropdb|dropuser)$/, /^/],
  [
    /^(?:psql|mysql|mariadb|sqlite3|mongosh|redis-cli)$/,
    /\b(?:drop (?:table|database|schema)|truncate|delete from|flushall|flushdb|dropDatabase)\b/i,
  ],
]

function stepOf(call: Call, steps: Steps): CallWord | undefined {
  const words = operands(call.args, [
    '--context',
    '--namespace',
    '-n',
    '--profile',
    '--region',
    '--workspace',
    '-w',
  ])
  const text = call.args.map(({ value }) => value).join(' ')
  const plain = words.map(({ value }) => value).join(' ')
  const isOne = steps.some(
    ([program, step]) =>
      program.test(call.program) && (step.test(plain) || (!step.source.startsWith('^') && step.test(text))),
  )
  return isOne ? (words[0] ?? call.programWord) : undefined
}

const isTrial = (call: Call): boolean => option(call, 'dry-run', 'help', 'plan') !== undefined

function publishes(call: Call): Finding | undefined {
  const step = isTrial(call) ? undefined : stepOf(call, PUBLISHERS)
  if (!step) return undefined
  const target = /^(?:docker|podman)$/.test(call.program) ? operands(call.args).at(-1) : undefined
  const what = target ? say`${{ code: nameOf(target) }}` : say`what others use`
  return {
    detail: say`Publishes ${what} with ${{ code: call.program }}. That may not be possible to take back.`,
  }
}

function changesSystems(call: Call): Finding | undefined {
  if (isTrial(call) || !stepOf(call, SYSTEMS)) return undefined
  return { detail: say`Changes a running system or its data with ${{ code: call.program }}.` }
}

const REMOTE = /^(?:[\w.-]+@)?[\w.-]{2,}:(?!\/\/)/

function sendsFiles(call: Call): Finding | undefined {
  const { program, args } = call
  const copied = operands(args, ['-i', '-P', '-p', '-o', '-F', '-e', '--rsh'])
  const to = copied.at(-1)
  if (/^(?:scp|rsync|sftp)$/.test(program) && copied.length > 1 && to && REMOTE.test(to.value))
    return { detail: say`Sends files to ${{ code: nameOf(to) }}.` }
  const isHttp = /^(?:curl|wget|http|https|xh)$/.test(program)
  if (isHttp) {
    const file = args.find(({ value }, at) => isUpload(args[at - 1]?.value ?? '', value))
    const host = args.find(({ value }) => /^\w+:\/\//.test(value))
    if (file) return { detail: say`Sends a file to ${host ? say`${{ code: nameOf(host) }}` : 'a server'}.` }
  }
  if (/^(?:nc|ncat|netcat|socat)$/.test(program) && (call.upstream.length > 0 || call.reads.length > 0)) {
    const [host] = operands(args)
    return {
      detail: say`Sends data to ${host ? say`${{ code: nameOf(host) }}` : 'another machine'}.`,
      ...upTo(call, host ?? call.programWord),
    }
  }
  return undefined
}

function isUpload(before: string, value: string): boolean {
  if (/^(?:-T|--upload-file|--post-file|--body-file)$/.test(before)) return true
  if (/^--(?:upload-file|post-file|body-file)=/.test(value) || /^-T./.test(value)) return true
  const isData = /^(?:-d|--data|--data-binary|--data-raw|--data-urlencode|-F|--form)$/.test(before)
  return (isData || /^(?:-d|-F|--data\S*=|--form=)/.test(value)) && /(?:^|=|^-d)@|=</.test(value)
}

export const OTHERS_RULES: readonly RiskRule[] = [
  { kind: 'publishes', title: 'Publishes', find: publishes },
  { kind: 'changes-systems', title: 'Changes a running system', find: changesSystems },
  { kind: 'sends-files', title: 'Sends files', find: sendsFiles },
]
