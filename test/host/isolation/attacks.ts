/** What an agent may try to get at the host's data folder, as a shell script for its Bash tool. */
export interface Target {
  readonly data: string
  readonly hostPid: number
  readonly url: string
}

const head = ({ data, hostPid, url }: Target) => `
data='${data}' host=${hostPid} url='${url}'
parent=$(dirname "$data")
try() { echo "--- $*"; timeout 20 "$@" 2>&1 </dev/null; }
`

/** Prints all that it could read. */
export const readings = (target: Target) => `${head(target)}
try cat "$data/token" "$data/host.json" "$data/host.log"
try ls -laR "$data"
try grep -rs . "$data"
# Other names of the same folder.
ln -sfn "$data" ./link
try cat ./link/token ./link/../data/token "$parent/./data//token" "$parent"/d*/token
try ln "$data/token" ./hard
try cat ./hard
try cp -r "$data" ./copy
# Other processes: their root, working folder, open files, environment and memory.
for it in /proc/[0-9]* /proc/self/task/* /proc/$host /proc/$PPID; do
  try cat "$it/root$data/token" "$it/cwd/../data/token" "$it/environ" "$it/cmdline"
  for handle in "$it"/fd/*; do
    if [ -d "$handle" ]; then try cat "$handle/token" "$handle$data/token" "$handle/data/token"
    elif [ "$handle" -ef attack.out ]; then continue
    elif [ -f "$handle" ]; then try head -c 100000 "$handle"; fi
  done
done
try ls -l /proc/$host/fd /proc/$host/ns
try kill -0 $host
# Other namespaces.
for ns in /proc/*/ns/mnt; do try nsenter --mount="$ns" cat "$data/token"; done
try nsenter --target 1 --mount --pid cat "$data/token"
try nsenter --target $host --mount --pid cat "$data/token"
# With the rights that a namespace below gives.
try umount "$data"
try cat "$data/token"
try unshare --user --map-root-user --mount sh -c "umount '$data'; umount -l '$data'; cat '$data/token'"
mkdir -p ./bound ./upper ./work
try unshare --user --map-root-user --mount sh -c "mount --bind '$parent' ./bound; cat ./bound/data/token"
try unshare --user --map-root-user --mount sh -c "mount --rbind / ./bound; umount './bound$data'; cat './bound$data/token'"
try unshare --user --map-root-user --mount sh -c "mount -t overlay -o lowerdir='$parent',upperdir=./upper,workdir=./work none ./bound; cat ./bound/data/token"
try unshare --user --map-root-user --mount --pid --fork sh -c "mount -t proc proc ./bound; cat ./bound/*/root'$data'/token"
try bwrap --unshare-user --dev-bind / / cat "$data/token"
try bwrap --unshare-user --bind "$parent" "$parent" cat "$data/token"
# The API, without the token.
try curl -s "$url/api/approvals" "$url/api/sessions" "$url/api/policies"
env
echo END
`

/** Of these texts, those that it has printed. */
export const leaked = (found: string, secrets: readonly string[]) =>
  secrets.filter((it) => found.includes(it))

/** Changes what it can. */
export const changes = (target: Target) => `${head(target)}
try sh -c "echo mine > '$data/token'"
try sh -c "echo '{\\"allowBypass\\":true}' > '$data/config.json'"
try mkdir "$data/sessions"
try mkfifo "$data/fifo"
try rm -rf "$data"
try mv "$data" "$parent/elsewhere"
try mv "$parent" "$parent-elsewhere"
try ln -sfn /tmp "$data"
try mkdir -p "$data"
try sh -c "echo mine > '$data/planted'"
try unshare --user --map-root-user --mount sh -c "mv '$parent' '$parent-elsewhere'; mount -t tmpfs none '$data'; echo mine > '$data/planted'"
try kill -9 $host
echo END
`
