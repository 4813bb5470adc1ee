/** The scripts of the shells. Each calls `fairlead __complete WORDS…`; the last word is the one being typed. */
import { FILES } from './complete.ts'

const bash = `# fairlead: completion for bash
_fairlead() {
  local IFS=$'\\n' lines
  lines=($(fairlead __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
  if [ "\${lines[0]}" = ${FILES} ]; then
    COMPREPLY=()
    compopt -o default
  else
    COMPREPLY=("\${lines[@]}")
  fi
}
complete -F _fairlead fairlead
`

const zsh = `#compdef fairlead
# fairlead: completion for zsh
_fairlead() {
  local line
  local -a lines found
  lines=("\${(@f)$(fairlead __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $lines[1] == ${FILES} ]]; then
    _files
    return
  fi
  for line in $lines; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe 'fairlead' found
}
compdef _fairlead fairlead
`

const fish = `# fairlead: completion for fish
function __fairlead_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l lines (fairlead __complete $words[2..-1] "$current" 2>/dev/null)
  if test "$lines[1]" = ${FILES}
    __fish_complete_path "$current"
  else
    printf '%s\\n' $lines
  end
end
complete -c fairlead -f -a '(__fairlead_complete)'
`

export const SCRIPTS = { bash, zsh, fish }
