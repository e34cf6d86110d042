# Completions of banto for fish: the program itself says what can follow.
function __banto_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l lines ($words[1] complete -- $words "$token" 2>/dev/null)
    set -l kind $lines[1]
    set -e lines[1]
    printf '%s\n' $lines
    set -l before (string match -r -- '^--[^=]*=' $token)
    set -l path (string replace -r -- '^--[^=]*=' '' $token)
    switch "$kind"
        case files
            printf "$before%s\n" (__fish_complete_path "$path")
        case folders
            printf "$before%s\n" (__fish_complete_directories "$path" '')
    end
end
complete -c banto -f -a '(__banto_complete)'
