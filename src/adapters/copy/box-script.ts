// The first process inside the namespaces: a shell that follows a list of steps and then waits for the command. Each step
// and each path is an argument of its own, so that no text of a repository is ever read as shell.

/** How the script ends when a step fails; its reason is the last line it printed. */
export const BOX_FAILED = 125

/**
 * Its working folder is the scratch folder; its argument list is made by `plan-box.ts`. Names of variables begin with `fs_`:
 * the command inherits the environment as it is.
 */
export const BOX_SCRIPT = `
fs_path=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin
fail() { echo "$1" >&2; exit ${BOX_FAILED}; }
# Killed before it could ask to take us along, the process above is not our parent any more. This /proc is still the outer one.
if [ -n "$fs_above" ] && read -r fs_stat < /proc/self/stat; then
  fs_stat=\${fs_stat##*) }; fs_stat=\${fs_stat#* }
  [ "\${fs_stat%% *}" = "$fs_above" ] || fail "the process above is gone"
fi
unset fs_above fs_stat
readonly_here() { mount -o "remount,bind,ro$2" "$1"; }
# The lower folder is bound to a plain name, which needs no quoting among the options, and let go again: it is the original.
overlay() {
  mount --bind -- "$2" "$1/lower" || return 1
  mount -t overlay -o "lowerdir=$1/lower,upperdir=$1/upper,workdir=$1/work$3" overlay "$1/view"
  fs_code=$?
  umount "$1/lower" || fail "$2 cannot be let go"
  return $fs_code
}
while :; do
  fs_step=$1; shift
  case $fs_step in
  overlay) # NAME LOWER OPTIONS
    overlay "$@" || fail "an overlay of $2 cannot be mounted"
    shift 3 ;;
  overlay-if) # NAME LOWER OPTIONS: where it fails, what lies there stays read-only
    overlay "$@" 2>/dev/null && : > "$1/is-mounted"
    shift 3 ;;
  own) # FOLDER: it becomes a mount of its own, which stays writable
    mount --bind -- "$1" "$1" || fail "$1 cannot be bound"
    shift ;;
  clear) # FOLDER LIST
    (cd "$1" && xargs -0 rm -rf --) < "$2" || fail "files cannot be removed from the copy"
    shift 2 ;;
  put) # FOLDER FROM
    (umask 0 && cp -R "$2/." "$1/") || fail "files cannot be written to the copy"
    shift 2 ;;
  keep) # PATH AS FLAGS: what lies in a folder that is hidden, read-only. A user namespace binds mounts inside it only along.
    mount --rbind -- "$1" "$2" && readonly_here "$2" "$3" || fail "$1 cannot be kept"
    shift 3 ;;
  dev)
    mount -t tmpfs -o mode=755,nosuid tmpfs dev && mkdir dev/shm dev/pts || fail "a private /dev cannot be made"
    for fs_node in null zero full random urandom tty; do
      [ ! -e "/dev/$fs_node" ] || { : > "dev/$fs_node" && mount --bind "/dev/$fs_node" "dev/$fs_node"; } ||
        fail "/dev/$fs_node cannot be bound"
    done
    mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs dev/shm || fail "a private /dev/shm cannot be made"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts 2>/dev/null || :
    ln -s pts/ptmx dev/ptmx && ln -s /proc/self/fd dev/fd && ln -s /proc/self/fd/0 dev/stdin &&
      ln -s /proc/self/fd/1 dev/stdout && ln -s /proc/self/fd/2 dev/stderr && readonly_here dev ,nosuid ||
      fail "a private /dev cannot be made" ;;
  readonly) # PATH FLAGS: a path that even we cannot reach is out of the command's reach too
    readonly_here "$1" "$2" 2>/dev/null || [ ! -e "$1" ] || fail "$1 cannot be made read-only"
    shift 2 ;;
  show) # FROM TARGET
    mount --rbind -- "$1" "$2" || fail "$2 cannot be covered"
    shift 2 ;;
  show-if) # NAME TARGET
    [ ! -e "$1/is-mounted" ] || mount --bind -- "$1/view" "$2" || fail "$2 cannot be covered"
    shift 2 ;;
  hide) # LIST: sockets
    xargs -0 sh -c 'for fs_socket do [ ! -S "$fs_socket" ] || mount --bind /dev/null "$fs_socket" || exit 1; done' hide < "$1" ||
      fail "a socket cannot be hidden"
    shift ;;
  proc)
    mount -t proc -o nosuid,nodev,noexec proc /proc || fail "a fresh /proc cannot be mounted"
    for fs_node in sys sysrq-trigger irq bus fs; do
      [ ! -e "/proc/$fs_node" ] || { mount --bind "/proc/$fs_node" "/proc/$fs_node" &&
        readonly_here "/proc/$fs_node" ,nosuid,nodev,noexec; } || fail "/proc/$fs_node cannot be made read-only"
    done ;;
  loopback) # Without any of these programs the network is just empty.
    ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null ||
      perl -e 'socket(S, 2, 2, 0) && ioctl(S, 0x8914, pack("a16s", "lo", 0x49)) || exit 1' 2>/dev/null || : ;;
  run) # FOLDER FLAGS COMMAND...
    fs_folder=$1; fs_flags=$2; shift 2
    [ -d "$fs_folder" ] || fail "$fs_folder is no folder in the copy"
    echo > signal/began && { [ "$fs_flags" = unseen ] || readonly_here signal "$fs_flags"; } || fail "the start cannot be recorded"
    cd "$fs_folder" || exit 127
    PATH=$fs_path
    "$@"
    exit $? ;;
  end) exit 0 ;;
  *) fail "unknown step $fs_step" ;;
  esac
done
`
