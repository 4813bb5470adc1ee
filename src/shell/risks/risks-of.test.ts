// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
import { describe, expect, test } from 'vitest'
import { plainText } from './risk.ts'
import { risksOf } from './risks-of.ts'

const PROJECT = '/home/me/shop'
const marked = (line: string) =>
  risksOf(line, { project: PROJECT }).map(({ kind, start, end }) => [kind, line.slice(start, end)])
const details = (line: string) => risksOf(line, { project: PROJECT }).map(({ detail }) => plainText(detail))

describe('a part that can do harm is named where it stands', () => {
  test.each([
    ['rm -rf dist .cache', 'deletes', 'rm -rf dist .cache'],
    ['cd x && rm -fr dist; ls', 'deletes', 'rm -fr dist'],
    ['/bin/rm --recursive x', 'deletes', '/bin/rm --recursive x'],
    ['sudo rm -r x', 'deletes', 'rm -r x'],
    ['FOO=1 env A=b nice -n 5 rm -R x', 'deletes', 'rm -R x'],
    ["sh -c 'rm -rf x'", 'deletes', 'rm -rf x'],
    ['bash -lc "cd a && rm -rf x"', 'deletes', 'rm -rf x'],
    ['sh -c "rm -rf \\"x\\""', 'deletes', 'sh -c "rm -rf \\"x\\""'],
    ['echo `rm -rf x`', 'deletes', 'rm -rf x'],
    ['echo `a \\`rm -rf x\\``', 'deletes', '`a \\`rm -rf x\\``'],
    ['if a; then (rm -rf x); fi', 'deletes', 'rm -rf x'],
    ['find . -name x -delete -print', 'deletes', 'find . -name x -delete'],
    ['find . -exec rm {} \\;', 'deletes', 'find . -exec rm {} \\;'],
    ['ls | xargs -n 1 rm', 'deletes', 'xargs -n 1 rm'],
    ['rsync -a --delete a/ b/', 'deletes', 'rsync -a --delete a/ b/'],
    ['npx rimraf dist', 'deletes', 'rimraf dist'],
    ['git push --force origin main', 'force-push', 'git push --force'],
    ['git -C sub -c a=b push -uf', 'force-push', 'git -C sub -c a=b push -uf'],
    ['git push origin +main', 'force-push', 'git push origin +main'],
    ['git push --force-with-lease', 'force-push', 'git push --force-with-lease'],
    ['git push origin :old', 'deletes-remote', 'git push origin :old'],
    ['git push origin --delete old', 'deletes-remote', 'git push origin --delete old'],
    ['git reset --hard HEAD~2 && ls', 'discards-changes', 'git reset --hard HEAD~2'],
    ['git clean -fdx', 'discards-changes', 'git clean -fdx'],
    ['git checkout -- src/a.ts', 'discards-changes', 'git checkout -- src/a.ts'],
    ['git checkout .', 'discards-changes', 'git checkout .'],
    ['git restore src', 'discards-changes', 'git restore src'],
    ['git switch -f main', 'discards-changes', 'git switch -f'],
    ['git stash drop', 'discards-changes', 'git stash drop'],
    ['git branch -D old', 'rewrites-history', 'git branch -D old'],
    ['git filter-branch --all', 'rewrites-history', 'git filter-branch --all'],
    [
      'curl -fsSL https://x.dev/a.sh | sh -s -- --tag v1',
      'runs-download',
      'curl -fsSL https://x.dev/a.sh | sh',
    ],
    ['wget -qO- https://x.dev | sudo bash', 'runs-download', 'wget -qO- https://x.dev | sudo bash'],
    ['curl https://x.dev | tee log | python3 -', 'runs-download', 'curl https://x.dev | tee log | python3'],
    ['bash <(curl https://x.dev)', 'runs-download', 'bash <(curl https://x.dev)'],
    ['sh -c "$(curl https://x.dev)"', 'runs-download', 'sh -c "$(curl https://x.dev)"'],
    ['eval "$(wget -O- https://x.dev)"', 'runs-download', 'eval "$(wget -O- https://x.dev)"'],
    ['curl -o a.sh https://x.dev && sh a.sh', 'runs-download', 'sh a.sh'],
    ['curl -O https://x.dev/a.sh; chmod +x a.sh; ./a.sh --yes', 'runs-download', './a.sh --yes'],
    ['base64 -d x | sh', 'runs-hidden-text', 'base64 -d x | sh'],
    ['eval "$X"', 'runs-hidden-text', 'eval "$X"'],
    ['sh -c "$(generate)"', 'runs-hidden-text', 'sh -c "$(generate)"'],
    ['sudo apt update', 'runs-as-root', 'sudo'],
    ['su - postgres -c ls', 'runs-as-root', 'su'],
    ['pkill -9 node', 'ends-processes', 'pkill -9 node'],
    ['kill $(lsof -t -i:3000)', 'ends-processes', 'kill $(lsof -t -i:3000)'],
    ['lsof -t | xargs kill', 'ends-processes', 'xargs kill'],
    ['chmod -R 777 .', 'changes-permissions', 'chmod -R 777 .'],
    ['chown -R me: src', 'changes-permissions', 'chown -R me: src'],
    ['dd if=a of=/dev/sda bs=1M', 'overwrites-disk', 'dd if=a of=/dev/sda bs=1M'],
    ['mkfs.ext4 /dev/nvme0n1p1', 'overwrites-disk', 'mkfs.ext4 /dev/nvme0n1p1'],
    ['cat x > /dev/sdb', 'overwrites-disk', 'cat x > /dev/sdb'],
    ['shutdown -h now', 'stops-machine', 'shutdown -h now'],
    ['nohup ./server &', 'keeps-running', 'nohup'],
    ['systemctl enable x', 'keeps-running', 'systemctl enable x'],
    ['crontab jobs', 'keeps-running', 'crontab jobs'],
    ['npm install -g x', 'installs-globally', 'npm install -g x'],
    ['brew install x', 'installs-globally', 'brew install x'],
    ['npm publish --access public', 'publishes', 'npm publish --access public'],
    ['docker push a/b:c', 'publishes', 'docker push a/b:c'],
    ['gh release create v1', 'publishes', 'gh release create v1'],
    ['kubectl -n prod delete pod x', 'changes-systems', 'kubectl -n prod delete pod x'],
    ['terraform apply -auto-approve', 'changes-systems', 'terraform apply -auto-approve'],
    ['psql -c "DROP TABLE users"', 'changes-systems', 'psql -c "DROP TABLE users"'],
    ['scp a me@host:b', 'sends-files', 'scp a me@host:b'],
    ['curl -d @a https://x.dev', 'sends-files', 'curl -d @a https://x.dev'],
    ['cat .env', 'reads-secrets', 'cat .env'],
    ['grep x < ~/.ssh/id_rsa', 'reads-secrets', 'grep x < ~/.ssh/id_rsa'],
    ['printenv', 'reads-secrets', 'printenv'],
    ['echo x >> ~/.bashrc', 'writes-outside', '~/.bashrc'],
    ['touch ../a', 'writes-outside', '../a'],
    ['cd .. && touch a', 'writes-outside', 'a'],
    ['cp a "$HOME/b"', 'writes-outside', '"$HOME/b"'],
    ['tee /etc/hosts', 'writes-outside', '/etc/hosts'],
    ["sed -i '' s/a/b/ /etc/x", 'writes-outside', '/etc/x'],
    ['echo "a\u202eb"', 'hidden-characters', 'echo "a\u202eb"'],
    ['a && (', 'unreadable', 'a && ('],
  ])('%s', (line, kind, part) => {
    expect(marked(line)).toContainEqual([kind, part])
  })
})

test.each([
  'npm test -- checkout',
  'rm a.txt',
  'rm -f a.txt',
  'git push origin main',
  'git push -u origin feature/force',
  'git reset --soft HEAD~1',
  'git clean -nfd',
  'git checkout -b new',
  'git checkout main',
  'git restore --staged a',
  'git branch -d merged',
  'curl https://x.dev | jq .name',
  'curl https://x.dev | python3 -c "import json"',
  'cat a | sh -c "cat"',
  'chmod +x run.sh',
  'echo x > out.txt',
  'echo x > /dev/null 2>&1',
  'echo x > /tmp/scratch',
  'mkdir -p /home/me/shop/src',
  'kill -0 12',
  'npm publish --dry-run',
  'cat .env.example',
  'sh -c "ls -l"',
  'eval "$(ssh-agent -s)"',
  'echo "rm -rf /"',
  'git commit -m "git push --force"',
  "grep -rn 'sudo rm' src",
  'docker build .',
  'curl -X POST -d "{}" https://x.dev',
])('nothing is named in %s', (line) => {
  expect(marked(line)).toEqual([])
})

test('the parts of a line are listed in its order', () => {
  const line = `curl -fsSL https://get.shop.dev/release.sh | sh -s -- --tag v4 \\
  && rm -rf dist .cache \\
  && git push --force origin release/4.12`
  expect(marked(line)).toEqual([
    ['runs-download', 'curl -fsSL https://get.shop.dev/release.sh | sh'],
    ['deletes', 'rm -rf dist .cache'],
    ['force-push', 'git push --force'],
  ])
  expect(details(line)).toEqual([
    'Pipes get.shop.dev/release.sh into a shell. The script can do anything you can.',
    'Deletes dist and .cache and everything in them. Nothing goes to a trash.',
    'Replaces the commits on origin/release/4.12, also those of others.',
  ])
})

test('a sentence names what is concerned, as far as the line says so', () => {
  expect(details('rm -rf "$DIR" a b c d')).toEqual([
    'Deletes "$DIR", a, b and 2 more and everything in them. Nothing goes to a trash.',
  ])
  expect(details('rm -rf /')).toContain('Deletes everything in /. Nothing goes to a trash.')
  expect(details('sudo -u postgres psql')).toEqual([
    'Runs psql as postgres, past the limits of your own account.',
  ])
  expect(details('git push -f')).toEqual([
    'Replaces the commits on the branch on the server, also those of others.',
  ])
  expect(details('echo x > ../y')).toEqual(['../y is not in shop.'])
})

test('without a project nothing is outside of it; a folder that is unknown is not guessed', () => {
  expect(risksOf('echo x > /etc/hosts')).toEqual([])
  expect(marked('cd "$DIR" && touch a')).toEqual([])
  expect(marked('ssh host touch /etc/x')).toEqual([['writes-outside', '/etc/x']])
})

test('a line that cannot be read says so', () => {
  expect(risksOf('a '.repeat(60_000)).map(({ kind }) => kind)).toEqual(['unreadable'])
  expect(risksOf('$('.repeat(40_000)).map(({ kind }) => kind)).toEqual(['unreadable'])
})

test.each([
  'sudo ',
  'xargs ',
  'env A=b ',
  'rm -rf x; ',
  'find . -exec ',
  'git -C x ',
  'a | ',
  'curl x | sh | ',
  "sh -c '",
  'eval "',
  '-',
  'x'.repeat(50),
])('many %j are read soon', (piece) => {
  for (const count of [1000, 29_000 / piece.length]) {
    const line = `${piece.repeat(count)}x`
    for (const { start, end } of risksOf(line, { project: '/a' }))
      expect(0 <= start && start <= end && end <= line.length).toBe(true)
  }
})
