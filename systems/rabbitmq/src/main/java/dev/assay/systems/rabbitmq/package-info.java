/** RabbitMQ as scenarios describe it, and what its queues make of a durability level. */
@NullMarked
package dev.assay.systems.rabbitmq;

import org.jspecify.annotations.NullMarked;
