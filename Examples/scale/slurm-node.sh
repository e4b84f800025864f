#!/usr/bin/env bash
# Runs a command with a Slurm cluster of one node, this machine, which ends with the command. Where a cluster answers,
# the command uses that one.
#
# Usage: slurm-node.sh COMMAND..., as in "slurm-node.sh sbatch --wait --array=1-8 batch.sbatch jobs.jsonl results"
# Needs root and Debian's packages "slurm-wlm" and "munge".
set -euo pipefail

# Names a missing program with an exit code of 69, and reports other failures.
fail() {
  echo "slurm-node: $*" >&2
  exit "${code:-69}"
}

[[ $# -gt 0 ]] || { echo "usage: slurm-node.sh COMMAND..." >&2 && exit 64; }
PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch; do
  command -v "$program" >/dev/null || fail "there is no $program; run apt-get install slurm-wlm munge"
done
if timeout 10 scontrol ping 2>/dev/null | grep --quiet "is UP"; then exec "$@"; fi
[[ $(id -u) -eq 0 ]] || fail "no Slurm cluster answers, and only root can start one; run this as root"

folder=$(mktemp --directory)
pids=()
stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 143' TERM
trap 'exit 130' INT
chmod 755 "$folder"
mkdir "$folder/state" "$folder/spool"

# The key by which the daemons and the commands trust each other.
(umask 077 && head --bytes=128 /dev/urandom >"$folder/munge.key")
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
  --pid-file="$folder/munge.pid" --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" \
  >"$folder/munged.log" 2>&1 &
pids+=($!)

# Ports that are free now.
read -r controller node < <(python3 -c '
import socket
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*(s.getsockname()[1] for s in sockets))')
name=$(hostname --short)
cat >"$folder/slurm.conf" <<CONF
ClusterName=meshrender
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=$controller
SlurmdPort=$node
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$name Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$folder/slurm.conf
for ((i = 0; i < 100; i++)); do [[ -S $folder/munge.socket ]] && break || sleep 0.1; done
slurmctld -D >"$folder/slurmctld.log" 2>&1 &
pids+=($!)
slurmd -D >"$folder/slurmd.log" 2>&1 &
pids+=($!)
for ((i = 0; i < 150; i++)); do
  if [[ $(timeout 5 sinfo --noheader --format=%T 2>/dev/null) == idle ]]; then
    status=0
    "$@" || status=$?
    exit "$status"
  fi
  sleep 0.2
done
code=70 fail "the node is not ready after 30 s: $(tail --quiet --lines=1 "$folder"/{munged,slurmctld,slurmd}.log | xargs)"
