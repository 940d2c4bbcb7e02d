/** Local RabbitMQ clusters from an installed server: an Erlang port mapper and nodes, each a process of its own. */
@NullMarked
package dev.assay.systems.rabbitmq.deployment;

import org.jspecify.annotations.NullMarked;
