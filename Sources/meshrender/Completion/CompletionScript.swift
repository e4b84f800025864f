/// The scripts of the shells. Each asks `meshrender complete-words` for the lines of ``Completion/lines(for:)``.
enum CompletionScript {
  static let bash = #"""
    # Completion of meshrender in bash 4.3 or later.

    _meshrender() {
      # Bash divides words at colons and equals signs; they are joined where no space is between them.
      local rest=${COMP_LINE:0:COMP_POINT} words=() word index
      for ((index = 0; index <= COMP_CWORD; index++)); do
        if ((index == 0)) || [[ $rest == [[:space:]]* ]]; then words+=(""); fi
        rest=${rest#"${rest%%[![:space:]]*}"}
        word=${COMP_WORDS[index]}
        ((index < COMP_CWORD)) || word=$rest
        words[-1]+=$word
        rest=${rest#"$word"}
      done
      # The part of the word before the last of these characters stays in the line.
      local current=${words[-1]} kept= breaks=${COMP_WORDBREAKS//[^:=]/}
      if [[ $current == [\"\']* ]]; then
        current=${current:1}
      elif [[ -n $breaks ]]; then
        kept=${current%"${current##*[$breaks]}"}
      fi
      words[-1]=$current

      local candidate summary files=
      COMPREPLY=()
      compopt +o default
      while IFS=$'\t' read -r candidate summary; do
        if [[ $candidate == ":files "* ]]; then files=${candidate#:files }; continue; fi
        COMPREPLY+=("${candidate#"$kept"}")
      done < <("${COMP_WORDS[0]}" complete-words -- "${words[@]:1}" 2>/dev/null)
      [[ -z $files ]] || _meshrender_files "$current" "$kept" $files
      # A name whose value follows is not the end of the word.
      if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[:=,] ]]; then compopt -o nospace; fi
    }

    # Adds names of files. Arguments: the word, its part that stays in the line, the offset of the name, extensions.
    _meshrender_files() {
      local LC_ALL=C
      local name=${1:$3} before=${1:0:$3} file found=() others=()
      before=${before#"$2"}
      while IFS= read -r file; do
        if [[ -d $file || $# -eq 3 || " ${*:4} " == *" ${file##*.} "* ]]; then
          found+=("$before$file")
        else
          others+=("$before$file")
        fi
      done < <(compgen -f -- "${name//\\/}")
      ((${#found[@]} > 0)) || found=("${others[@]}")
      if ((${#found[@]} > 0)); then
        COMPREPLY+=("${found[@]}")
        [[ -n $before ]] || compopt -o filenames
      elif ((${#COMPREPLY[@]} == 0)); then
        compopt -o default
      fi
    }

    complete -F _meshrender meshrender
    """#

  static let zsh = #"""
    #compdef meshrender
    # Completion of meshrender in zsh.

    _meshrender() {
      local -a lines whole wholeShown open openShown files
      local line candidate shown
      lines=("${(@f)$("${(Q)words[1]}" complete-words -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      for line in $lines; do
        if [[ $line == ":files "* ]]; then
          files=(${=line#:files })
          continue
        fi
        candidate=${line%%$'\t'*}
        shown=$candidate
        [[ -z ${line#*$'\t'} ]] || shown="$candidate  -- ${line#*$'\t'}"
        # A name whose value follows is not the end of the word.
        if [[ $candidate == *[:=,] ]]; then
          open+=($candidate) openShown+=($shown)
        else
          whole+=($candidate) wholeShown+=($shown)
        fi
      done
      local result=1
      (( $#whole )) && compadd -l -d wholeShown -a whole && result=0
      (( $#open )) && compadd -l -S '' -d openShown -a open && result=0
      if (( $#files )); then
        compset -p $files[1]
        shift files
        if (( $#files )); then
          _files -g "*.(${(j:|:)files})(-.)" && result=0
        else
          _files && result=0
        fi
      fi
      return result
    }

    if [[ $funcstack[1] == _meshrender ]]; then _meshrender "$@"; else compdef _meshrender meshrender; fi
    """#

  static let fish = #"""
    # Completion of meshrender in fish 3.1 or later.

    function __meshrender_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct | string replace -r '^[\'"]' '')
        for line in (command $words[1] complete-words -- $words[2..-1] "$current" 2>/dev/null)
            if string match -q ':files *' -- $line
                __meshrender_files "$current" (string split ' ' -- $line)[2..-1]
            else
                printf '%s\n' $line
            end
        end
    end

    # Names of files. Arguments: the word, the offset of the name, extensions.
    function __meshrender_files
        set -l before (string sub -l $argv[2] -- $argv[1])
        set -l paths (complete -C "'' "(string sub -s (math $argv[2] + 1) -- $argv[1]))
        set -l found
        for path in $paths
            set -l file (string split -m 1 \t -- $path)[1]
            if string match -q '*/' -- $file
                or contains -- (string replace -r '.*\.' '' -- $file) $argv[3..-1]
                set -a found $before$path
            end
        end
        if test (count $found) -eq 0
            for path in $paths
                set -a found $before$path
            end
        end
        printf '%s\n' $found
    end

    complete -c meshrender -f -a '(__meshrender_complete)'
    """#
}
