#compdef banto
# Completions of banto for zsh: the program itself says what can follow.
_banto() {
    local -a lines names
    local line value kind
    lines=("${(@f)$(${(Q)words[1]} complete -- "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    kind=$lines[1]
    shift lines
    [[ $PREFIX == --*=* ]] && compset -P 1 '*='
    for line in $lines; do
        value=${line%%$'\t'*}
        [[ $value == --*=* ]] && value=${value#*=}
        names+=("${value//:/\\:}:${line#*$'\t'}")
    done
    local result=1
    (( $#names )) && _describe -t values value names && result=0
    case $kind in
        folders) _files -/ && result=0 ;;
        files) _files && result=0 ;;
    esac
    return result
}
if [[ $funcstack[1] == _banto ]]; then
    _banto "$@"
else
    compdef _banto banto
fi
