# shellcheck shell=bash
# Gets RabbitMQ for the tests against real nodes: Assay fetches Kafka and Pulsar itself. To be sourced; defines functions only.

has_rabbitmq() {
  [ -n "${RABBITMQ_HOME:-}" ] && return
  local server
  for server in /usr/{lib,lib64}/rabbitmq/lib/*/sbin /usr/local/{,opt/rabbitmq/}*/sbin /opt/{,rabbitmq/}*/sbin \
    /usr/local/opt/rabbitmq/sbin /opt/rabbitmq/sbin /opt/homebrew/opt/rabbitmq/sbin; do
    [ -x "$server/rabbitmq-server" ] && return
  done
  return 1
}

# Installs it, with a log in folder $1. The package would start a service: a policy (invoke-rc.d(8)) denies that while it is being
# installed, and goes however that ends. One that was left when this shell was killed is known by its second line. The policy is
# in $2, by default where Debian has it.
install_rabbitmq() (
  policy=${2:-/usr/sbin/policy-rc.d}
  mark="# by Assay's check, while it installs rabbitmq-server"
  if [ -e "$policy" ] && [ "$(sed -n 2p "$policy")" = "$mark" ]; then
    rm -f "$policy"
  fi
  if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    printf '#!/bin/sh\n%s\nexit 101\n' "$mark" > "$policy"
    chmod 755 "$policy"
  fi
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends rabbitmq-server; } \
    > "$1/apt-rabbitmq.log" 2>&1 || echo "   apt-get failed ($1/apt-rabbitmq.log)"
)

get_rabbitmq() {
  has_rabbitmq && return
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "== installing rabbitmq-server for the tests against real nodes (its service stays off)"
    install_rabbitmq "$logs"
  fi
  has_rabbitmq || echo "No RabbitMQ server found: the tests that start real nodes of it will be skipped." \
    "Install one, for example: sudo apt-get install rabbitmq-server"
}
