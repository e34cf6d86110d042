# Completions of banto for bash: the program itself says what can follow.
_banto() {
    local rest=${COMP_LINE:0:COMP_POINT} word i n=-1 blanks kind value cut="" breaks
    local -a words=()
    # Bash divides words at = and :, which are letters of ours: they are joined again.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        blanks=${rest%%[![:space:]]*}
        rest=${rest#"$blanks"}
        word=${COMP_WORDS[i]}
        # Of the last word, what stands before the cursor.
        if ((i == COMP_CWORD)); then word=$rest; fi
        rest=${rest#"$word"}
        if [[ -n $blanks || $n -lt 0 ]]; then
            n=$((n + 1))
            words[n]=$word
        else
            words[n]+=$word
        fi
    done
    local current=${words[n]}
    current=${current#[\"\']}
    current=${current//\\/}
    words[n]=$current
    # What bash takes to be the word begins behind the last = or :.
    breaks=${COMP_WORDBREAKS//[^=:]/}
    if [[ -n $breaks && $current == *[$breaks]* ]]; then cut=${current%"${current##*[$breaks]}"}; fi
    COMPREPLY=()
    {
        read -r kind
        while IFS=$'\t' read -r value _; do
            COMPREPLY+=("${value#"$cut"}")
        done
    } < <("$1" complete -- "${words[@]}" 2>/dev/null)
    local flag=-f path=$current
    [[ $path == --*=* ]] && path=${path#*=}
    case $kind in
        folders) flag=-d ;;
        files) ;;
        *) return ;;
    esac
    while IFS= read -r value; do
        [[ $current == --*=* ]] && value=${current%%=*}=$value
        COMPREPLY+=("${value#"$cut"}")
    done < <(compgen "$flag" -- "$path")
    compopt -o filenames 2>/dev/null
}
complete -F _banto banto
