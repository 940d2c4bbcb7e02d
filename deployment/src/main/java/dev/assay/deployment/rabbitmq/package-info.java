/** Local RabbitMQ clusters from an installed server: an Erlang port mapper and nodes, each a process of its own. */
@NullMarked
package dev.assay.deployment.rabbitmq;

import org.jspecify.annotations.NullMarked;
