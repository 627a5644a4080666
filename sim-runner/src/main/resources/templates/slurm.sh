#!/usr/bin/env bash
#
# Runs {{name}} as a Slurm job: sbatch THIS-FILE. Written by {{version}}.
#
# The exit code is that of hopwright run, sweep or reproduce, 75 if that did not come to its end.

#SBATCH --job-name=hopwright-{{name}}
#SBATCH --nodes={{nodes}} --ntasks={{tasks}} --ntasks-per-node={{tasksPerNode}} --exclusive
{{signal}}{{directives}}
set -euo pipefail

cd {{directory}}

# Where the others reach a JVM of this node: its name in the network to use, such as $(hostname)-ib.
address() { hostname; }

# shellcheck disable=SC2317 # srun calls it.
task() {
  local status=0
  local options=(--threads "$threads" --wait 300{{tls}})
  if ((SLURM_PROCID == 0)); then
    trap : INT TERM USR1
    options+=(--members "$SLURM_NTASKS" --address "$seed"{{checkpoints}})
    if compgen -G "$out.checkpoints/*/COMPLETE" >/dev/null; then
      "$hopwright" resume "$out" "${options[@]}" || status=$?
    else
      "$hopwright" {{command}} {{study}} \
        --out "$out" "${options[@]}" || status=$?
    fi
    echo "$status" >"$ended"
  else
    # Signals are for the seed, which sends the workers home.
    trap '' INT USR1
    # A run with checkpoints takes a worker back that was killed.
    until "$hopwright" worker --seed "$seed" --address "$(address)" "${options[@]}"; do
      status=$?
      ((status > 128 && status != 130)) || exit "$status"
      sleep 2
    done
  fi
}

export -f address task
export hopwright={{launcher}}
export out={{out}}
export threads={{threads}}
export HOPWRIGHT_JAVA_OPTS="-XX:MaxRAMPercentage=$((75 / {{tasksPerNode}})) ${HOPWRIGHT_JAVA_OPTS:-}"
seed=$(address):$((20000 + SLURM_JOB_ID % 10000))
# What only the tasks of this job know; command lines can be read by others, variables not.
HOPWRIGHT_TOKEN=$(od -An -N16 -tx8 /dev/urandom | tr -d ' \n')
export HOPWRIGHT_TOKEN
begun=$(date +%s)
ended=$(mktemp)
export seed ended
trap 'rm -f "$ended"' EXIT

# Builds it, where that was not done yet, once for all.
"$hopwright" --version

# Whoever ends, well or badly, leaves the others half a minute to tell what they know.
srun --kill-on-bad-exit=0 --wait=30 --cpus-per-task="$threads" bash -c task || true
status=$(<"$ended")
# Goes on in the queue if it ended with a checkpoint that is newer than this part of it.
if [[ ${status:-75} == 75 &&
  -n $(find "$out.checkpoints" -name COMPLETE -newermt "@$begun" 2>/dev/null) ]]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "${status:-75}"
