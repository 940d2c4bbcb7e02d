#!/usr/bin/env bash
# Records the runs of ../runs again, those named, or all: record.sh [NAME...]. Takes some 15 minutes, root, loop devices, and
# a RabbitMQ server; values, dates and what depends on them come out otherwise each time, so bring ../expected up to date
# then as ../README.md says.
set -euo pipefail
record=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
runs=$(cd "$record/.." && pwd)/runs
assay=$(cd "$record/../../../../../.." && pwd)/assay
downloads=${ASSAY_CACHE:-$HOME/.cache/assay}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A cache without a calibration and clusters of the user's own, with what was downloaded.
export ASSAY_CACHE=$folder/cache
mkdir -p "$ASSAY_CACHE" "$runs"
for shared in repository classpaths archives digests; do
    mkdir -p "$downloads/$shared"
    ln -s "$(readlink -f "$downloads/$shared")" "$ASSAY_CACHE/$shared"
done
cp "$record"/*.yaml "$folder"
cd "$folder"

# Records run $1 with the other words as the command line; whatever it exits with, it has to leave a run directory.
record() {
    local name=$1
    shift
    [[ $wanted == *" $name "* ]] || return 0
    echo "== $name: assay $*" >&2
    "$assay" "$@" --out "out/$name" >&2 || echo "   exit code $?" >&2
    local found=("out/$name"/*/run.json)
    keep "$(dirname "${found[-1]}")" "$runs/$name"
}

# Copies the run in $1 to $2: what reports are made from, without names of this machine, its user and its folders.
keep() {
    rm -rf "$2"
    cp -r "$1" "$2"
    rm -rf "$2"/{report.html,summary.json,summary.csv,study.json,run.lock} "$2"/*/*/logs
    find "$2" -type f -not -name '*.hlog' -exec sed -i \
        -e "s#$folder#/srv/assay#g" -e "s#$downloads#/srv/assay/cache#g" \
        -e "s#$runs#/srv/assay/runs#g" -e "s#\"$assay\"#\"./assay\"#g" -e "s#$HOME#/srv/assay#g" \
        -e "s#$(uname -r)#6.1.0-amd64#g" \
        -e "s#\"machine\" : \"$(hostname)\"#\"machine\" : \"machine\"#" {} +
}

all=(in-memory quiet faults unreachable capacity study verification kafka disturbance three-systems)
wanted=" ${*:-${all[*]}} "
record in-memory run in-memory.yaml
record quiet run quiet.yaml
record faults run faults.yaml
record unreachable run unreachable.yaml
record capacity run capacity.yaml
record study study study.yaml --yes
record verification verify verification.yaml
record kafka run kafka.yaml --workers 2 --verified-by "$runs/verification"
record disturbance run disturbance.yaml
record three-systems run three-systems.yaml
# As if nothing else had run on the machine, so that there are values to compare however busy it was.
[[ $wanted != *" quiet "* ]] || sed -i -E 's/(,host_foreign_cpu_cores,.*),[^,]*$/\1,0/' "$runs"/quiet/trials/*/series.csv
