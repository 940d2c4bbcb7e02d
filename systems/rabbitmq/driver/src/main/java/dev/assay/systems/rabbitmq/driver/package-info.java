/** RabbitMQ through its official clients: queues over AMQP, streams over their own protocol. */
@NullMarked
package dev.assay.systems.rabbitmq.driver;

import org.jspecify.annotations.NullMarked;
