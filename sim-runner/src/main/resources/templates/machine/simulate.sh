#!/usr/bin/env bash
#
# Compiles the machine beside this script, and runs hopwright with it.
#
#   HOPWRIGHT_JAR   hopwright.jar, if it is not where it was when this folder was made
#   JAVA_HOME       the JDK, if not the one on the PATH

set -euo pipefail

home=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
launcher='{{LAUNCHER}}'
class_path=${HOPWRIGHT_JAR:-}
if [[ -z $class_path ]]; then
  class_path='{{CLASS_PATH}}'
  if [[ ! -e ${class_path%%:*} && -x $launcher ]]; then
    # A checkout whose sources have changed: build it, and take the newest build.
    "$launcher" --version >/dev/null
    for jar in "${launcher%/*}"/.build/*/hopwright.jar; do
      [[ -e ${class_path%%:*} && ! $jar -nt $class_path ]] || class_path=$jar
    done
  fi
fi
if [[ ! -e ${class_path%%:*} ]]; then
  echo "simulate: found no ${class_path%%:*}; set HOPWRIGHT_JAR to hopwright.jar" >&2
  exit 2
fi
bin=${JAVA_HOME:+$JAVA_HOME/bin/}

mkdir -p "$home/classes"
"${bin}javac" -proc:none -d "$home/classes" -cp "$class_path" "$home"/src/*/*.java
exec "${bin}java" -XX:+UseSerialGC -Dhopwright.machines={{PACKAGE}}.{{CLASS}} \
  -cp "$home/classes:$class_path" io.hopwright.runner.Main "$@"
