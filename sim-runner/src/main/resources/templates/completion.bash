
# What stands in place of a study, a key, or the value of a key: the above does not know.
_hopwright_studies="{{studies}}"
_hopwright_names="{{names}}"
_hopwright_keys="{{keys}}"
_hopwright_flags=" {{flags}} "

_hopwright_values() {
  case $1 in
{{values}}
  esac
}

# A key with a free part, as in jobs.*.place, is a pattern.
_hopwright_is_a_key() {
  case $1 in
    {{patterns}}) ;;
    *) return 1 ;;
  esac
}

_hopwright_subcommands() {
  case $1 in
{{subcommands}}
  esac
}

_hopwright_takes_a_study() {
  case " ${COMP_WORDS[*]:1:2} " in
    {{commands}}) ;;
    *) return 1 ;;
  esac
  ((COMP_CWORD > 1)) || return 1
  [[ $1 != -* && ($2 != -* || $_hopwright_flags == *" $2 "*) ]] || return 1
  local word
  for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
    [[ " $_hopwright_studies " != *" $word "* ]] || return 1
  done
}

_hopwright() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  # Bash takes KEY=VALUE apart: KEY, =, VALUE.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [[ $before == --set ]]; then
    COMPREPLY=($(compgen -W "$_hopwright_keys" -S = -- "$word"))
    compopt -o nospace
  elif _hopwright_is_a_key "$before"; then
    COMPREPLY=($(compgen -W "$(_hopwright_values "$before")" -- "$word"))
  elif [[ ${COMP_WORDS[1]} == explain ]] && _hopwright_takes_a_study "$word" "$before"; then
    COMPREPLY=($(compgen -W "$_hopwright_names" -- "$word"))
  elif _hopwright_takes_a_study "$word" "$before"; then
    COMPREPLY=($(compgen -W "$_hopwright_studies $(_hopwright_subcommands "$before")" -- "$word") $(compgen -f -X '!*.conf' -- "$word"))
  else
    _complete_hopwright
  fi
}

complete -F _hopwright -o default hopwright
