/** RabbitMQ through its official clients: queues and streams over AMQP, native streams over their own protocol. */
@NullMarked
package dev.assay.systems.rabbitmq.driver;

import org.jspecify.annotations.NullMarked;
